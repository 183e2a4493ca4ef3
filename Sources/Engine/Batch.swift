import JSON
import JSONRPC

/// The answer to a batch: one array, sent once all of its answers are there.
///
/// The answers are in the order of the requests. A batch of notifications has no answer at all. Answers that wait for
/// others count towards `Outbox.waitingBytes` like those that wait for the reader, and have the same limit.
final class Batch {
    private var answers: [[UInt8]?] = []
    private var missing = 0
    private var isComplete = false
    /// The total size of its answers, in bytes.
    private(set) var bytes = 0
    /// Where its answer goes.
    let outbox: Outbox
    /// The sessions whose notifications wait for the answer, because it comes before what its calls cause.
    private var sessions: [Session] = []
    /// Those of `sessions` that end with the batch, whatever else their notifications wait for.
    private var closing: [Session] = []
    /// The sessions whose state was asked for: what was rendered for that waits for no other batch.
    private var flushed: [Session] = []

    /// Runs its first argument off the loop, and then calls the second one with the result.
    private let setAside: (_ join: @escaping @Sendable () -> [UInt8], _ send: @escaping ([UInt8]) -> Void) -> Void

    /// Called with each session that has ended with the batch and has nothing left to tell.
    private let hasEnded: (Session) -> Void

    /// A batch whose answer goes into `outbox`.
    init(
        into outbox: Outbox,
        setAside: @escaping (_ join: @escaping @Sendable () -> [UInt8], _ send: @escaping ([UInt8]) -> Void) -> Void,
        hasEnded: @escaping (Session) -> Void
    ) {
        self.outbox = outbox
        self.setAside = setAside
        self.hasEnded = hasEnded
    }

    /// Whether its answers leave room for another one.
    var hasRoom: Bool { bytes < SearchEngine.mostWaitingBytes }

    /// Adds a request; returns the address for its answer.
    func address(for id: RequestID) -> ReturnAddress {
        let place = answers.count
        answers.append(nil)
        missing += 1
        return ReturnAddress(id: id, self, place: place)
    }

    /// Takes the answer to the request at `place`.
    func take(_ answer: [UInt8], at place: Int) {
        answers[place] = answer
        bytes += answer.count
        outbox.hold(answer.count)
        missing -= 1
        sendIfComplete()
    }

    /// Notes that a call in the batch concerns `session`.
    func add(_ session: Session) {
        sessions.append(session)
        session.heldBack.awaitedAnswers += 1
    }

    /// Notes that a call in the batch closes `session`.
    func add(closing session: Session) {
        add(session)
        closing.append(session)
    }

    /// Notes that what `session` had to tell was rendered before its state was.
    func add(flushed session: Session) {
        flushed.append(session)
    }

    /// Must be called once every request has its address.
    func close() {
        isComplete = true
        sendIfComplete()
    }

    private func sendIfComplete() {
        guard isComplete, missing == 0 else { return }
        let answers = answers.compactMap { $0 }
        self.answers = []
        if bytes <= Intake.mostAnswersATurn {
            let message = Self.joined(answers, bytes)
            if !message.isEmpty { outbox.append(message) }
            hasAnswered()
        } else {
            // What is answered meanwhile, such as the call that ended the last request, comes after it.
            outbox.reserve()
            setAside({ [bytes] in Self.joined(answers, bytes) }) { [self] message in
                outbox.fill(message)
                hasAnswered()
            }
        }
    }

    /// Returns answers of `bytes` bytes in all as one message; an empty one if there are none.
    private static func joined(_ answers: [[UInt8]], _ bytes: Int) -> [UInt8] {
        var message: [UInt8] = []
        guard !answers.isEmpty else { return message }
        // There may be many: copy them only once.
        message.reserveCapacity(bytes + answers.count + 1)
        for answer in answers {
            message.append(UInt8(ascii: message.isEmpty ? "[" : ","))
            message += answer
        }
        message.append(UInt8(ascii: "]"))
        return message
    }

    private func hasAnswered() {
        outbox.letGo(bytes)
        for session in sessions {
            session.heldBack.awaitedAnswers -= 1
            outbox.release(session)
        }
        for session in flushed { session.heldBack.handOver(to: outbox) }
        for session in closing {
            session.heldBack.end(to: outbox)
            hasEnded(session)
        }
        (sessions, closing, flushed) = ([], [], [])
    }
}
