/// Splits what a client sends into messages. Unless the framing is given, it is detected from the first byte.
public struct FrameReader: Framer {
    /// The framing; nil until it has been detected.
    public private(set) var framing: Framing?

    private var framer: (any Framer)?

    /// A reader of a stream with this framing; nil means that it is detected from the first byte.
    public init(framing: Framing? = nil) {
        self.framing = framing
        framer = framing?.framer()
    }

    /// Takes the next bytes of the stream.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if framer == nil, let first = bytes.first {
            let framing = Framing(detecting: first)
            self.framing = framing
            framer = framing.framer()
        }
        framer?.append(bytes)
    }

    /// Returns the next message, or nil until more bytes arrive.
    public mutating func next() -> Frame? {
        framer?.next()
    }

    /// Returns what is left when the stream has ended, or nil if it ended between two messages. Call it after `next`
    /// has returned nil.
    public mutating func finish() -> Frame? {
        framer?.finish()
    }
}
