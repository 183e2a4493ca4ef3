import Bytes
import JSONRPC

/// What comes from the client, in order: one message is carried out at a time.
///
///     arrives ──→ waiting ──→ read ──→ carried out, call by call ──→ done
///                               └─────────┴──→ aside ──→ continues
///
/// Most messages are carried out as they arrive. One that takes long is set aside: part of it is done off the loop, or
/// others have their turn before its next calls. Meanwhile, what has arrived after it waits. The same goes for a long
/// answer to a batch, which is joined off the loop.
struct Intake {
    /// Something that has arrived from the client.
    enum Arrival {
        /// The text of a message.
        case text([UInt8])
        /// A message, and how many bytes of it were read.
        case message(Message, size: Int)
        /// The end of the input, after which the process ends with this code.
        case end(code: Int32)
    }

    /// What has arrived after a message that was set aside.
    var waiting = Queue<Arrival>()

    /// Whether a message is set aside.
    var isAside = false

    /// What continues once nothing is set aside: the remaining calls of a batch, or the joining of its answers.
    var rest = Queue<() -> Void>()

    /// The largest message that is read on the loop, in bytes: that takes at most a millisecond.
    static let largestReadAtOnce = 1 << 16
    /// How many calls of a batch are made before others have their turn.
    static let mostCallsATurn = 64
    /// How many bytes of answers a batch collects before others have their turn, or joins on the loop.
    static let mostAnswersATurn = 1 << 18
}
