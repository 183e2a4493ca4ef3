import JSONRPC
import Platform

/// What comes in on descriptor 0, as messages.
struct StandardInput {
    /// How messages are told apart; nil until the first byte has shown it.
    var framing: Framing? { frames.framing }

    /// Whether nothing will come any more.
    private(set) var hasEnded = false

    /// Why nothing more will come, if it is neither that all has come nor that the client has gone: it is a folder.
    private(set) var fault: SystemError?

    private var frames: FrameReader
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    /// An input with this framing; nil if its first byte is to show it.
    init(framing: Framing?) {
        frames = FrameReader(framing: framing)
    }

    /// Reads once, which does not wait if there is something to read or the input has ended.
    mutating func read() {
        guard !hasEnded else { return }
        switch Descriptor.standardInput.read(into: buffer) {
        case .bytes(let count): frames.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .nothing: break
        case .end: hasEnded = true
        case .failed(let error):
            hasEnded = true
            if !Descriptor.standardInput.hasLostItsOtherEnd(by: error) { fault = error }
        }
    }

    /// The next thing that has come, in order; nil if there is nothing more yet.
    mutating func next() -> Frame? {
        if let frame = frames.next() { return frame }
        return hasEnded ? frames.finish() : nil
    }

    /// Whether the end has come, which it does once. To be asked after `next` has answered nil.
    mutating func takeEnd() -> Bool {
        guard hasEnded, !hasToldEnd else { return false }
        hasToldEnd = true
        return true
    }

    private var hasToldEnd = false
}
