import SearchSource

extension SearchEngine {
    /// The configuration of an engine.
    public struct Configuration {
        /// The sources, in the order in which they are listed. At least one; no name twice.
        public var sources: [any Source]

        /// The source of the session `default`, and of sessions that name none: one of `sources`.
        public var defaultSource: String

        /// Whether a message waits until everything before it has settled.
        public var isScript: Bool

        /// Whether everything that goes in and out is recorded.
        public var isRecording: Bool

        /// Recorded answers to give instead of asking the sources.
        public var replay: Replay?

        /// The version of the product.
        public var version: String

        /// The seed of the random numbers that vary the pauses before retries.
        public var seed: UInt64

        /// A configuration.
        public init(
            sources: [any Source], defaultSource: String, isScript: Bool = false, isRecording: Bool = false,
            replay: Replay? = nil, version: String, seed: UInt64 = 0
        ) {
            self.sources = sources
            self.defaultSource = defaultSource
            self.isScript = isScript
            self.isRecording = isRecording
            self.replay = replay
            self.version = version
            self.seed = seed
        }
    }

}
