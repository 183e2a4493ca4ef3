/// A GET request, described: nobody sends it here.
public struct HTTPRequest: Hashable, Sendable {
    /// The whole URL, percent-encoded.
    public var url: String

    /// Headers beside those that the transport adds (`User-Agent`, `Accept-Encoding`).
    public var headers: HTTPHeaders

    /// Whether the answer may come compressed.
    ///
    /// A compressed body that was cut off can look whole, so what has no end mark of its own (HTML) should be asked
    /// for without compression; JSON is protected by its parser.
    public var acceptsCompression: Bool

    /// What in the URL and the headers nobody but the server may see: keys, tokens.
    public var secrets: [String] = []

    /// A request for `url`.
    public init(url: String, headers: HTTPHeaders = [:], acceptsCompression: Bool = true) {
        self.url = url
        self.headers = headers
        self.acceptsCompression = acceptsCompression
    }

    /// Scheme, host and port of the URL: what a connection is made to, and what may be named in an error or a log.
    /// The rest of the URL may hold a key.
    public var origin: String {
        // scheme : / / authority, up to one of these
        let ends = "/?#".utf8
        let scheme = url.utf8.prefix { !ends.contains($0) }
        let rest = url.utf8[scheme.endIndex...]
        guard scheme.last == UInt8(ascii: ":"), rest.starts(with: "//".utf8) else { return String(Substring(scheme)) }
        let authority = rest.dropFirst(2).prefix { !ends.contains($0) }
        // In front of the host may be a name and a password.
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        return "\(Substring(scheme))//\(Substring(host))"
    }
}
