/// The description of a request; sending it is up to a transport. It is a GET, or a POST if it has a body.
public struct HTTPRequest: Hashable, Sendable {
    /// The whole URL, percent-encoded.
    public let url: String

    /// The scheme, host and port of the URL: what to connect to, and what errors and logs may mention. The rest of the
    /// URL may contain a key.
    public let origin: String

    /// The server, as it is told apart from its equals: by its origin, unless it is configured with a path, too.
    public var server: String

    /// Headers in addition to those that the transport adds (`User-Agent`, `Accept-Encoding`).
    public var headers: HTTPHeaders

    /// The body of a request.
    public struct Body: Hashable, Sendable {
        /// The bytes.
        public var bytes: [UInt8]

        /// Their media type, as in `Content-Type`: `application/json`.
        public var type: String

        /// A body of this type.
        public init(_ bytes: [UInt8], type: String) {
            self.bytes = bytes
            self.type = type
        }
    }

    /// The body, sent by POST; nil for a GET. Sending it twice must be safe, because transient failures are retried.
    public var body: Body?

    /// How long the request may take, where that is less than the limits that apply to all requests.
    public struct Limits: Hashable, Sendable {
        /// Until a connection is established.
        public var connecting: Duration
        /// From when its turn comes until the first byte of the response arrives.
        public var firstByte: Duration
        /// In total, including the time in a queue.
        public var whole: Duration

        /// These limits.
        public init(connecting: Duration, firstByte: Duration, whole: Duration) {
            self.connecting = connecting
            self.firstByte = firstByte
            self.whole = whole
        }
    }

    /// The limits of this request; nil if those that apply to all requests are enough.
    public var limits: Limits?

    /// Whether the response may be compressed.
    ///
    /// A compressed body that was cut off can look complete, so formats without an end mark of their own (HTML) should
    /// be requested without compression; JSON is protected by its parser.
    public var acceptsCompression: Bool

    /// Whether the server may redirect the request. `Authorization` is then not sent along, but a key in another
    /// header, or in the body, would be.
    public var followsRedirects = true

    /// The parts of the URL, the headers and the body that only the server may see: keys, tokens, and the password in
    /// the URL, if there is one.
    public var secrets: [String]

    /// A request for `url`.
    public init(url: String, headers: HTTPHeaders = [:], body: Body? = nil, acceptsCompression: Bool = true) {
        self.url = url
        let parts = Self.parts(of: url)
        origin = parts?.origin ?? String(decoding: url.utf8.prefix { !$0.endsAuthority }, as: UTF8.self)
        server = origin
        secrets = parts.map { Self.passwords(in: $0.credentials) } ?? []
        self.headers = headers
        self.body = body
        self.acceptsCompression = acceptsCompression
    }

    /// Returns `url` without the name and password before the host.
    public static func withoutCredentials(_ url: String) -> String {
        guard let parts = parts(of: url) else { return url }
        return parts.origin + String(decoding: url.utf8.dropFirst(parts.end), as: UTF8.self)
    }

    /// Returns the password in the credentials before a host: as written, decoded, and together with the name as it is
    /// sent (RFC 7617).
    private static func passwords(in credentials: String) -> [String] {
        guard let colon = credentials.firstIndex(of: ":") else { return [] }
        let password = String(credentials[credentials.index(after: colon)...])
        guard !password.isEmpty else { return [] }
        let decoded = PercentEncoding.decode(password)
        let sent = Base64.encode(PercentEncoding.decode(String(credentials[..<colon])) + ":" + decoded)
        return (decoded == password ? [password] : [password, decoded]) + [sent]
    }

    /// Returns scheme, host and port; the credentials; and where the authority ends. Nil if `url` has no authority.
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
