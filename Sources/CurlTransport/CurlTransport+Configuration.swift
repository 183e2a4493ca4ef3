extension CurlTransport {
    /// What holds for all requests.
    public struct Configuration: Sendable {
        /// How the transport introduces itself.
        public var userAgent: String
        /// A file with the certificates to trust (PEM); nil for those of the system.
        public var caFile: String?
        /// How long connecting may take.
        public var connectTimeout = Duration.seconds(5)
        /// How long the whole request may take, from `send` on.
        public var requestTimeout = Duration.seconds(15)
        /// How large the body may be, decompressed, in bytes.
        public var bodyBytes = 16 << 20
        /// How often a server may send the request elsewhere.
        public var redirects = 5
        /// Whether a public server may send the request on to a private address.
        public var followsToPrivateAddresses = false
        /// How many requests may run at once.
        public var requests = 32

        /// The defaults, for a transport that introduces itself as `userAgent`.
        public init(userAgent: String) {
            self.userAgent = userAgent
        }
    }
}
