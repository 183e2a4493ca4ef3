/// What a client sends, cut into messages. Unless it is settled beforehand how, the first byte shows it.
public struct FrameReader: Framer {
    /// How messages are told apart; nil until the first byte has shown it.
    public private(set) var framing: Framing?

    private var framer: (any Framer)?

    /// A reader of a stream with this framing; nil if its first byte is to show it.
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

    /// The next message, or nil until more bytes have come.
    public mutating func next() -> Frame? {
        framer?.next()
    }

    /// What is left when the stream has ended, or nil if it ended between two messages. To be called after `next`
    /// has answered nil.
    public mutating func finish() -> Frame? {
        framer?.finish()
    }
}
