import JSONRPC
import Platform

/// What comes in on descriptor 0, as messages.
struct StandardInput {
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

    /// The next thing that has come, in order; nil if there is nothing more yet.
    mutating func next() -> Frame? {
        if let frame = framer?.next() { return frame }
        return hasEnded ? framer?.finish() : nil
    }

    /// Whether the end has come, which it does once. To be asked after `next` has answered nil.
    mutating func takeEnd() -> Bool {
        guard hasEnded, !hasToldEnd else { return false }
        hasToldEnd = true
        return true
    }

    private var hasToldEnd = false
}
