extension Signal {
    /// Each value and, once it has been handed on, those of the signal that follows from it, and so forth.
    ///
    /// `next` is asked after everybody downstream has seen the value, and answers nil where nothing follows. Made for
    /// signals of one value each: a page, the page after it, …
    ///
    ///     in        ---1
    ///     1 leads to   ----2     2 leads to ---3      3 to nothing
    ///     out       ---1---2---3
    public func expand(_ next: @escaping (Value) -> Signal<Value>?) -> Signal<Value> {
        Signal { receive in
            let expansion = Expansion(next: next, receive: receive)
            expansion.follow(self)
            return Subscription { expansion.end() }
        }
    }
}

/// The one signal that `expand` listens to now.
private final class Expansion<Value> {
    private let next: (Value) -> Signal<Value>?
    private let receive: (Value) -> Void
    private var current: Subscription?
    private var depth = 0
    private var hasEnded = false

    init(next: @escaping (Value) -> Signal<Value>?, receive: @escaping (Value) -> Void) {
        self.next = next
        self.receive = receive
    }

    func follow(_ signal: Signal<Value>) {
        depth += 1
        let mine = depth
        let subscription = signal.subscribe { [self] value in
            guard !hasEnded, mine == depth else { return }
            receive(value)
            guard !hasEnded, let following = next(value) else { return }
            follow(following)
        }
        if hasEnded || mine != depth {
            subscription.cancel()
        } else {
            current = subscription
        }
    }

    func end() {
        hasEnded = true
        current?.cancel()
        current = nil
    }
}
