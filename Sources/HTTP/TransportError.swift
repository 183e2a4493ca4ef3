/// Why an `HTTPRequest` got no response.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of failure. More may be added.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// The server cannot be reached: no such host, no route, connection refused.
        public static let unreachable = Code("unreachable")
        /// The request took too long.
        public static let timedOut = Code("timedOut")
        /// The server's certificate is not valid, or TLS failed.
        public static let insecure = Code("insecure")
        /// The body is larger than the limit.
        public static let tooLarge = Code("tooLarge")
        /// The connection ended in the middle of the response.
        public static let cutOff = Code("cutOff")
        /// The request cannot be sent as it is: an invalid URL, or a scheme other than http and https.
        public static let unsendable = Code("unsendable")
        /// This machine has nothing to send requests with.
        public static let unavailable = Code("unavailable")
        /// There are no resources to send it now: no memory, no descriptor, no thread.
        public static let exhausted = Code("exhausted")
        /// Any other fault in HTTP: too many redirects, a response that cannot be read.
        public static let malformed = Code("malformed")
    }

    /// The kind of failure.
    public let code: Code

    /// One line that says what happened. It names the server, never the whole URL.
    public let message: String

    /// An error with these parts.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
