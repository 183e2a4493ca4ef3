import JSONRPC
import Platform

/// Standard input (descriptor 0), as messages.
struct StandardInput {
    /// How messages are delimited; nil until the first byte has shown it.
    var framing: Framing? { frames.framing }

    /// Whether nothing more will be received.
    private(set) var hasEnded = false

    /// Why reading failed, for example because it is a folder; nil if the input has ended or the client has gone.
    private(set) var fault: SystemError?

    private var frames: FrameReader
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    /// Creates an input with this framing; nil to find out from its first byte.
    init(framing: Framing?) {
        frames = FrameReader(framing: framing)
    }

    /// Reads once. This does not wait if there is something to read or the input has ended.
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

    /// Returns the next frame, in order; nil if there is none yet.
    mutating func next() -> Frame? {
        if let frame = frames.next() { return frame }
        return hasEnded ? frames.finish() : nil
    }

    /// Returns true, once, when the input has ended. Must be called after `next` has returned nil.
    mutating func takeEnd() -> Bool {
        guard hasEnded, !hasToldEnd else { return false }
        hasToldEnd = true
        return true
    }

    private var hasToldEnd = false
}
