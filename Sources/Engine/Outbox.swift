/// What is to be sent: answers, whole and in order, and behind them what the sessions have to tell.
///
/// Answers are kept as bytes. What sessions have to tell is kept as their state and rendered when there is room, so
/// that a reader who falls behind gets the newest state and not its history. That is the whole of back-pressure here.
final class Outbox {
    private var answers: [[UInt8]] = []
    private var sent = 0
    private var telling: [Session] = []

    /// How many bytes of answers are waiting.
    private(set) var waitingBytes = 0

    /// Whether there is nothing to send, not even something that is held back.
    var isEmpty: Bool { sent == answers.count && telling.isEmpty }

    /// Appends a whole message.
    func append(_ message: [UInt8]) {
        answers.append(message)
        waitingBytes += message.count
    }

    /// Notes that `session` has something to tell.
    func note(_ session: Session) {
        guard !session.isNoted else { return }
        session.isNoted = true
        telling.append(session)
    }

    /// The next message, or nil if there is none now.
    func next() -> [UInt8]? {
        if sent < answers.count {
            let message = answers[sent]
            sent += 1
            waitingBytes -= message.count
            if sent == answers.count || sent > 1024 {
                answers.removeFirst(sent)
                sent = 0
            }
            return message
        }
        var index = 0
        while index < telling.count {
            let session = telling[index]
            if session.isHeldBack {
                index += 1
            } else if let message = session.renderNext() {
                return message
            } else {
                session.isNoted = false
                telling.remove(at: index)
            }
        }
        return nil
    }

    /// Appends what `session` has to tell, as messages that fold no more.
    func flush(_ session: Session) {
        while let message = session.renderNext() { append(message) }
    }

    /// Forgets what `session` has to tell.
    func drop(_ session: Session) {
        guard session.isNoted else { return }
        session.isNoted = false
        telling.removeAll { $0 === session }
    }
}
