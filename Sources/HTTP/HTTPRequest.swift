/// A request, described: nobody sends it here. It is a GET, or, if it has a body, a POST.
public struct HTTPRequest: Hashable, Sendable {
    /// The whole URL, percent-encoded.
    public let url: String

    /// Scheme, host and port of the URL: what a connection is made to, and what may be named in an error or a log.
    /// The rest of the URL may hold a key.
    public let origin: String

    /// Headers beside those that the transport adds (`User-Agent`, `Accept-Encoding`).
    public var headers: HTTPHeaders

    /// What a request brings with it.
    public struct Body: Hashable, Sendable {
        /// The bytes.
        public var bytes: [UInt8]

        /// Their media type, as `Content-Type` says it: `application/json`.
        public var type: String

        /// A body of this type.
        public init(_ bytes: [UInt8], type: String) {
            self.bytes = bytes
            self.type = type
        }
    }

    /// What is sent with it, by POST; nil for a GET. It must be safe to send it twice: what passes by itself is repeated.
    public var body: Body?

    /// Whether the answer may come compressed.
    ///
    /// A compressed body that was cut off can look whole, so what has no end mark of its own (HTML) should be asked
    /// for without compression; JSON is protected by its parser.
    public var acceptsCompression: Bool

    /// What in the URL, the headers and the body nobody but the server may see: keys, tokens.
    public var secrets: [String] = []

    /// A request for `url`.
    public init(url: String, headers: HTTPHeaders = [:], body: Body? = nil, acceptsCompression: Bool = true) {
        self.url = url
        origin = Self.origin(of: url)
        self.headers = headers
        self.body = body
        self.acceptsCompression = acceptsCompression
    }

    private static func origin(of url: String) -> String {
        var url = url
        return url.withUTF8 { url in
            // scheme : // authority, up to one of these
            func end(from start: Int) -> Int {
                var end = start
                while end < url.count, url[end] != UInt8(ascii: "/"), url[end] != UInt8(ascii: "?"),
                    url[end] != UInt8(ascii: "#")
                {
                    end += 1
                }
                return end
            }
            let scheme = end(from: 0)
            guard scheme > 0, url[scheme - 1] == UInt8(ascii: ":"), url[scheme...].starts(with: "//".utf8) else {
                return String(decoding: url[..<scheme], as: UTF8.self)
            }
            let authority = url[(scheme + 2)..<end(from: scheme + 2)]
            // In front of the host may be a name and a password.
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else {
                return String(decoding: url[..<authority.endIndex], as: UTF8.self)
            }
            return String(decoding: url[..<(scheme + 2)], as: UTF8.self)
                + String(decoding: authority[(at + 1)...], as: UTF8.self)
        }
    }
}
