extension CurlTransport {
    /// The settings for all requests.
    public struct Configuration: Sendable {
        /// The value of the `User-Agent` header.
        public var userAgent: String
        /// A file with the certificates to trust (PEM); nil for those of the system.
        public var caFile: String?
        /// How long connecting may take.
        public var connectTimeout = Duration.seconds(5)
        /// How long the whole request may take, from `send` on.
        public var requestTimeout = Duration.seconds(15)
        /// How large the body may be, decompressed, in bytes.
        public var bodyBytes = 16 << 20
        /// How many redirects are followed.
        public var redirects = 5
        /// Whether a public server may redirect the request to a private address.
        public var followsToPrivateAddresses = false
        /// How many requests may run at once.
        public var requests = 32

        /// The defaults, with this user agent.
        public init(userAgent: String) {
            self.userAgent = userAgent
        }
    }
}
