import Bytes
import JSON

/// What is to be sent: answers, whole and in order, and what the sessions have to tell.
///
/// Answers are kept as bytes. What sessions have to tell is kept as their state and rendered when there is room, so
/// that a reader who falls behind gets the newest state and not its history. That is all there is to back pressure
/// here.
///
/// Answers go first, but at most sixteen in a row while a session has something to tell, so that a client that asks for
/// more than it reads still hears of its sessions. A session waits only for the answers that concern it. Sessions take
/// turns, one message each, so that one that always has something to tell holds up no other.
final class Outbox {
    /// The maximum number of answers sent in a row while a session has something to tell.
    private static let mostInARow = 16

    // Queues and numbers: an access calls nothing else, so no two accesses overlap.
    /// The answers in order. An empty one keeps the place of one that is still to be filled in.
    @exclusivity(unchecked) private var answers = Queue<[UInt8]>()
    /// The sessions in the order of their turns. One that was dropped meanwhile is skipped.
    @exclusivity(unchecked) private var turns = Queue<Session>()
    /// The sessions whose turn came before an answer that concerns them had been sent, by the number of that answer.
    @exclusivity(unchecked) private var waiting: [Int: [Session]] = [:]
    /// How many sessions have something to tell, including those that are held back.
    @exclusivity(unchecked) private var telling = 0
    /// The answers for the places that were reserved, in order, as far as they are there.
    @exclusivity(unchecked) private var filled = Queue<[UInt8]>()

    /// Writes the messages, reusing its storage. No message is written while another one is: no two accesses overlap.
    @exclusivity(unchecked) private var writer = JSONWriter()

    /// How many bytes of answers are waiting.
    @exclusivity(unchecked) private(set) var waitingBytes = 0

    /// The number of answers so far, including those that wait; it is also the number of the last one.
    @exclusivity(unchecked) private var appended = 0
    /// Whether a message from the client is being carried out.
    @exclusivity(unchecked) private var isCarryingOut = false
    /// The sessions that wait for the answer to that message, whatever its number will be.
    @exclusivity(unchecked) private var called: [Session] = []
    /// How many answers have been sent since a session had its turn.
    @exclusivity(unchecked) private var sentInARow = 0

    /// Whether there is nothing to send, not even something that is held back.
    var isEmpty: Bool { answers.isEmpty && telling == 0 }

    /// Returns the message that `write` writes, of about `capacity` bytes.
    func message(of capacity: Int = 256, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        writer.removeAll(reserving: capacity)
        write(&writer)
        return writer.bytes
    }

    /// Notes that a message from the client is about to be carried out.
    func beginCall() {
        isCarryingOut = true
    }

    /// Notes that it has been: answers from now on are due to something else.
    func endCall() {
        isCarryingOut = false
        while let session = called.popLast() { session.lastAnswer = appended }
    }

    /// Makes what `session` has to tell wait for all answers so far, and for those to the call that is being carried
    /// out.
    func putBehindAnswers(_ session: Session) {
        session.lastAnswer = appended
        if isCarryingOut { called.append(session) }
    }

    /// Appends a whole message.
    func append(_ message: [UInt8]) {
        answers.append(message)
        appended += 1
        waitingBytes += message.count
    }

    /// Reserves the next place for an answer that is not there yet: none that is appended later comes before it.
    func reserve() {
        append([])
    }

    /// Fills the first place that was reserved and is still empty.
    func fill(_ message: [UInt8]) {
        filled.append(message)
        waitingBytes += message.count
    }

    /// Counts bytes that wait elsewhere to be appended.
    func hold(_ bytes: Int) {
        waitingBytes += bytes
    }

    /// Stops counting them.
    func letGo(_ bytes: Int) {
        waitingBytes -= bytes
    }

    /// Notes that `session` has something to tell.
    func note(_ session: Session) {
        guard session.place == .nowhere else { return }
        telling += 1
        queue(session)
    }

    private func queue(_ session: Session) {
        session.place = session.heldBack.isHolding ? .aside : .inLine
        if !session.heldBack.isHolding { turns.append(session) }
    }

    /// Appends what a session that was held back has rendered already, and lets it take turns again.
    func release(_ session: Session) {
        guard !session.heldBack.isHolding else { return }
        session.heldBack.handOver(to: self)
        putBehindAnswers(session)
        if session.place == .aside { queue(session) }
    }

    /// Removes and returns the next message, or nil if there is none now.
    func next() -> [UInt8]? {
        if sentInARow < Self.mostInARow, let message = nextAnswer() { return message }
        sentInARow = 0
        return nextTold() ?? nextAnswer()
    }

    private func nextAnswer() -> [UInt8]? {
        if answers.isEmpty || (answers[0].isEmpty && filled.isEmpty) { return nil }
        guard var answer = answers.popFirst() else { return nil }
        if answer.isEmpty { answer = filled.popFirst() ?? [] }
        sentInARow += 1
        waitingBytes -= answer.count
        if !waiting.isEmpty { waiting.removeValue(forKey: sent)?.forEach { turns.append($0) } }
        return answer
    }

    /// The number of the last answer that was sent.
    private var sent: Int { appended - answers.count }

    private func nextTold() -> [UInt8]? {
        while let session = turns.popFirst() {
            guard session.place == .inLine else { continue }
            if session.heldBack.isHolding {
                session.place = .aside
                continue
            }
            if session.lastAnswer > sent {
                waiting[session.lastAnswer, default: []].append(session)
                continue
            }
            let message = session.renderNext()
            if session.hasUntold { turns.append(session) } else { drop(session) }
            if let message { return message }
        }
        return nil
    }

    /// Renders all that `session` has to tell into messages, which newer state no longer replaces.
    func flush(_ session: Session) {
        while let message = session.renderNext() { session.tell(message) }
    }

    /// Forgets what `session` has to tell.
    func drop(_ session: Session) {
        guard session.place != .nowhere else { return }
        session.place = .nowhere
        telling -= 1
    }

    /// Forgets the queued sessions, which hold on to this outbox: nobody will ask for messages any more.
    func close() {
        turns = Queue()
        waiting = [:]
    }

    /// The place of a session that may have something to tell.
    enum Place {
        /// It has nothing to tell.
        case nowhere
        /// It waits for its turn, or for an answer that concerns it.
        case inLine
        /// It must not tell anything yet: an answer comes first.
        case aside
    }
}
