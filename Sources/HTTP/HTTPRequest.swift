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

    /// How long it may take, where that is less than what holds for all requests.
    public struct Limits: Hashable, Sendable {
        /// Until there is a connection.
        public var connecting: Duration
        /// Until the first byte of an answer has come, from when its turn has come.
        public var firstByte: Duration
        /// In all, the time in a queue as well.
        public var whole: Duration

        /// These limits.
        public init(connecting: Duration, firstByte: Duration, whole: Duration) {
            self.connecting = connecting
            self.firstByte = firstByte
            self.whole = whole
        }
    }

    /// Its own limits; nil if what holds for all is enough.
    public var limits: Limits?

    /// Whether the answer may come compressed.
    ///
    /// A compressed body that was cut off can look whole, so what has no end mark of its own (HTML) should be asked
    /// for without compression; JSON is protected by its parser.
    public var acceptsCompression: Bool

    /// Whether the server may send the request elsewhere. What stands in `Authorization` stays behind then, but a key in
    /// another header, or in the body, would go along.
    public var followsRedirects = true

    /// What in the URL, the headers and the body nobody but the server may see: keys, tokens, and the
    /// password in the URL, if there is one.
    public var secrets: [String]

    /// A request for `url`.
    public init(url: String, headers: HTTPHeaders = [:], body: Body? = nil, acceptsCompression: Bool = true) {
        self.url = url
        let parts = Self.parts(of: url)
        origin = parts?.origin ?? String(decoding: url.utf8.prefix { !$0.endsAuthority }, as: UTF8.self)
        secrets = parts.map { Self.passwords(in: $0.credentials) } ?? []
        self.headers = headers
        self.body = body
        self.acceptsCompression = acceptsCompression
    }

    /// `url` without a name and a password in front of the host.
    public static func withoutCredentials(_ url: String) -> String {
        guard let parts = parts(of: url) else { return url }
        return parts.origin + String(decoding: url.utf8.dropFirst(parts.end), as: UTF8.self)
    }

    /// The password in what stands in front of a host: as it stands there, decoded, and with the name in front of it as it
    /// is sent (RFC 7617).
    private static func passwords(in credentials: String) -> [String] {
        guard let colon = credentials.firstIndex(of: ":") else { return [] }
        let password = String(credentials[credentials.index(after: colon)...])
        guard !password.isEmpty else { return [] }
        let decoded = PercentEncoding.decode(password)
        let sent = Base64.encode(PercentEncoding.decode(String(credentials[..<colon])) + ":" + decoded)
        return (decoded == password ? [password] : [password, decoded]) + [sent]
    }

    /// Scheme, host and port; what stands in front of the host; and where that ends. Nil if there is no host.
    private static func parts(of url: String) -> (origin: String, credentials: String, end: Int)? {
        let bytes = Array(url.utf8)
        let scheme = bytes.firstIndex { $0.endsAuthority } ?? bytes.count
        guard scheme > 0, bytes[scheme - 1] == UInt8(ascii: ":"), bytes[scheme...].starts(with: "//".utf8) else {
            return nil
        }
        let start = scheme + 2
        let end = bytes[start...].firstIndex { $0.endsAuthority } ?? bytes.count
        let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard let at else { return (text(0..<end), "", end) }
        return (text(0..<start) + text(at + 1..<end), text(start..<at), end)
    }
}

extension UInt8 {
    /// Whether it ends a scheme and an authority.
    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }
}
