import JSONRPC
import Platform

/// Standard output (descriptor 1): whole messages, from one writer, which never waits for the reader.
struct StandardOutput {
    /// The number of waiting bytes at which no further message is rendered.
    static let renderedAhead = 1 << 18

    /// The minimum size of a message that is not copied, in bytes.
    private static let leastLongMessage = 1 << 16

    private var outlet = Outlet(.standardOutput)

    /// Whether nobody will ever read what is written.
    private(set) var isGone: Bool

    /// Why nothing more can be written, for example a full disk; nil if the reader has merely gone.
    private(set) var fault: SystemError?

    /// Creates an output for a reader who may have gone already.
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

    /// Appends text without a frame.
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

    /// Notes the result of polling.
    mutating func polled(_ readiness: PollSet.Readiness) {
        if !readiness.isDisjoint(with: [.failed, .hungUp]) { isGone = true }
    }
}
