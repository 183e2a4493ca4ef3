/// Why no answer came to an `HTTPRequest`.
public struct TransportError: Error, Hashable, Sendable {
    /// What kind of failure it is. More may be added.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// The server cannot be reached: no such host, no route, connection refused.
        public static let unreachable = Code("unreachable")
        /// The time for the request is over.
        public static let timedOut = Code("timedOut")
        /// The server's certificate, or TLS itself, is not in order.
        public static let insecure = Code("insecure")
        /// The body is larger than the limit.
        public static let tooLarge = Code("tooLarge")
        /// The connection ended in the middle of the answer.
        public static let cutOff = Code("cutOff")
        /// The request cannot be sent as it is: a URL that is none, a scheme that is not http or https.
        public static let unsendable = Code("unsendable")
        /// There is nothing to send with on this machine.
        public static let unavailable = Code("unavailable")
        /// There is no room to send it now: no memory, no descriptor, no thread.
        public static let exhausted = Code("exhausted")
        /// Anything else that is not HTTP as it should be: too many redirects, an answer that cannot be read.
        public static let malformed = Code("malformed")
    }

    /// What kind of failure it is.
    public let code: Code

    /// One line that says what happened. It names the server, never the whole URL.
    public let message: String

    /// An error with these parts.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
