/// What a session has rendered but must not send yet, because the answer to a batch comes before what its calls cause.
struct HeldBack {
    /// How many answers must come first: those to batches with calls to the session, and those with its state.
    var awaitedAnswers = 0

    /// Whether it no longer waits for any of them, because the session is closed.
    private var isOver = false

    private var messages: [[UInt8]] = []

    /// Whether what there is to tell must wait.
    var isHolding: Bool { awaitedAnswers > 0 && !isOver }

    /// Whether no rendered message waits.
    var isEmpty: Bool { messages.isEmpty }

    mutating func keep(_ message: [UInt8], for outbox: Outbox) {
        messages.append(message)
        outbox.hold(message.count)
    }

    /// Hands over what was kept.
    mutating func handOver(to outbox: Outbox) {
        for message in messages {
            outbox.letGo(message.count)
            outbox.append(message)
        }
        messages = []
    }

    /// Hands over what was kept. From now on nothing waits, whatever has not been answered yet.
    mutating func end(to outbox: Outbox) {
        isOver = true
        handOver(to: outbox)
    }

    /// Drops what was kept: the session is closed, and another one now has its name.
    mutating func drop(from outbox: Outbox) {
        for message in messages { outbox.letGo(message.count) }
        messages = []
    }
}
