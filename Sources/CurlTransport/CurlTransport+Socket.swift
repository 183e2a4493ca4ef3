extension CurlTransport {
    /// A socket to be watched.
    public struct Socket: Sendable {
        /// The descriptor.
        public let descriptor: Int32
        /// Whether it is to be watched for bytes to read.
        public let wantsRead: Bool
        /// Whether it is to be watched for room to write.
        public let wantsWrite: Bool
    }

    /// What a socket is ready for.
    public struct Readiness: Sendable {
        let descriptor: Int32
        let canRead: Bool
        let canWrite: Bool
        let hasFailed: Bool

        /// The readiness of the socket `descriptor`.
        public init(descriptor: Int32, canRead: Bool, canWrite: Bool, hasFailed: Bool) {
            self.descriptor = descriptor
            self.canRead = canRead
            self.canWrite = canWrite
            self.hasFailed = hasFailed
        }
    }
}
