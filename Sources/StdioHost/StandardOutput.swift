import JSONRPC
import Platform

/// What goes out on descriptor 1: whole messages, by one writer, without ever waiting for the reader.
struct StandardOutput {
    /// How many bytes may be waiting before no further message is rendered.
    static let renderedAhead = 1 << 18

    /// From how many bytes on a message is not copied.
    private static let leastLongMessage = 1 << 16

    private var outlet = Outlet(.standardOutput)

    /// Whether nobody will ever read what is written.
    private(set) var isGone: Bool

    /// Why nothing more can be written, if it is not that the reader has gone: a full disk.
    private(set) var fault: SystemError?

    /// An output, to a reader who may have gone already.
    init(isGone: Bool) {
        self.isGone = isGone
    }

    /// Whether everything has been written.
    var isEmpty: Bool { outlet.isEmpty }

    /// Whether a message may be rendered.
    var hasRoom: Bool { outlet.count < Self.renderedAhead && !isGone }

    /// Appends a message in its frame.
    mutating func append(_ message: [UInt8], framing: Framing) {
        guard message.count >= Self.leastLongMessage else {
            return outlet.append { framing.append(message, to: &$0) }
        }
        outlet.append { framing.appendBeginning(of: message, to: &$0) }
        outlet.append(long: message)
        outlet.append { framing.appendEnd(to: &$0) }
    }

    /// Appends what has no frame.
    mutating func append(_ text: [UInt8]) {
        outlet.append { $0 += text }
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        guard !outlet.isEmpty else { return }
        outlet.flush()
        guard let fault = outlet.fault else { return }
        isGone = true
        if !outlet.descriptor.hasLostItsOtherEnd(by: fault) { self.fault = fault }
    }

    /// Takes note of what polling said.
    mutating func polled(_ readiness: PollSet.Readiness) {
        if !readiness.isDisjoint(with: [.failed, .hungUp]) { isGone = true }
    }
}
