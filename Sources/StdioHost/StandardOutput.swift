import JSONRPC
import Platform

/// What goes out on descriptor 1: whole messages, by one writer, without ever waiting for the reader.
struct StandardOutput {
    /// How many bytes may be waiting before no further message is rendered.
    static let renderedAhead = 1 << 20

    private var waiting: [UInt8] = []
    private var written = 0
    private let writer = Writer(.standardOutput)

    /// Whether nobody will ever read what is written.
    private(set) var isGone: Bool

    /// An output, to a reader who may have gone already.
    init(isGone: Bool) {
        self.isGone = isGone
    }

    /// Whether everything has been written.
    var isEmpty: Bool { written == waiting.count }

    /// Whether a message may be rendered.
    var hasRoom: Bool { waiting.count - written < Self.renderedAhead && !isGone }

    /// Appends a message in its frame.
    mutating func append(_ message: [UInt8], framing: Framing) {
        if isEmpty {
            waiting.removeAll(keepingCapacity: true)
            written = 0
        }
        framing.append(message, to: &waiting)
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        while !isEmpty, !isGone {
            switch waiting[written...].withUnsafeBytes(writer.write) {
            case .taken(let count): written += count
            case .full: return
            case .failed: isGone = true
            }
        }
    }

    /// Takes note of what polling said.
    mutating func polled(_ readiness: PollSet.Readiness) {
        if !readiness.isDisjoint(with: [.failed, .hungUp]) { isGone = true }
    }
}
