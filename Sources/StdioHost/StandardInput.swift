import JSONRPC
import Platform

/// What comes in on descriptor 0, as messages.
struct StandardInput {
    /// Something that has come.
    enum Arrival {
        case frame(Frame)
        case end
    }

    /// How messages are told apart; nil until the first byte has shown it.
    private(set) var framing: Framing?

    /// Whether nothing will come any more.
    private(set) var hasEnded = false

    private var framer: (any Framer)?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    /// An input with this framing; nil if its first byte is to show it.
    init(framing: Framing?) {
        self.framing = framing
        framer = framing?.framer()
    }

    /// Reads once, which does not wait if there is something to read or the input has ended.
    mutating func read() {
        guard !hasEnded else { return }
        switch Descriptor.standardInput.read(into: buffer) {
        case .bytes(let count):
            if framer == nil {
                let framing = Framing(detecting: buffer[0])
                self.framing = framing
                framer = framing.framer()
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            framer?.append(bytes)
        case .nothing: break
        case .end, .failed: hasEnded = true
        }
    }

    /// The next thing that has come, in order; nil if there is nothing more yet. The end comes once, and last.
    mutating func next() -> Arrival? {
        if let frame = framer?.next() { return .frame(frame) }
        guard hasEnded, !hasToldEnd else { return nil }
        if let frame = framer?.finish() { return .frame(frame) }
        hasToldEnd = true
        return .end
    }

    private var hasToldEnd = false
}
