import Bytes
import JSONRPC

/// What comes from the client, in order: one message is carried out at a time.
///
///     arrives ──→ waiting ──→ read ──→ carried out, call by call ──→ done
///                               └─────────┴──→ aside ──→ goes on
///
/// Most are carried out as they come. Of one that takes long a part is done away from the loop, or others have their turn
/// before its next calls: it is set aside then, and what has come behind it waits.
struct Intake {
    /// Something that has come from the client.
    enum Arrival {
        /// The text of a message.
        case text([UInt8])
        /// A message of which so many bytes were read.
        case message(Message, size: Int)
        /// The end, after which the process ends with this code.
        case end(code: Int32)
    }

    /// What has come behind a message that was set aside.
    var waiting = Queue<Arrival>()

    /// Whether a message is set aside.
    var isAside = false

    /// The calls of a batch that are to be made when it goes on.
    var rest: (() -> Void)?

    /// The largest message that is read at once, in bytes: that takes a millisecond at most.
    static let largestReadAtOnce = 1 << 16
    /// How many calls of a batch are made before others have their turn.
    static let mostCallsATurn = 64
    /// How many bytes of answers a batch gets before others have theirs.
    static let mostAnswersATurn = 1 << 18
}
