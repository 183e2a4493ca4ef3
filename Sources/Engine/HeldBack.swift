/// What a session has rendered and must not tell yet: the answers to batches come before what their calls cause.
struct HeldBack {
    /// How many answers must come first: to batches with calls to the session, or with its state.
    var awaitedAnswers = 0

    /// Whether it waits for none of them any more: the session is closed.
    private var isOver = false

    private var messages: [[UInt8]] = []

    /// Whether what there is to tell must wait.
    var isHolding: Bool { awaitedAnswers > 0 && !isOver }

    /// Whether anything that is rendered waits.
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

    /// Hands over what was kept; nothing waits any more, whatever is not answered yet.
    mutating func end(to outbox: Outbox) {
        isOver = true
        handOver(to: outbox)
    }

    /// Drops what was kept: the session is closed, and another one has its name.
    mutating func drop(from outbox: Outbox) {
        for message in messages { outbox.letGo(message.count) }
        messages = []
    }
}
