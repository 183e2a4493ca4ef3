extension Relay {
    /// Runs `effect` for the newest request that the value makes, and emits its answers (RxFeedback's `react`).
    ///
    /// When `request` returns a different request than before, the effect of the older one is cancelled and `effect`
    /// makes a signal from the newer one; nil requests nothing. If the older signal emits all the same, its values are
    /// dropped. `request` gets the value in place, and must not change it.
    ///
    ///     request        a------b---nil
    ///     a becomes      -1--2---3--4-     (3 and 4 never come)
    ///     b becomes             --x--y     (y never comes)
    ///     out            -1--2----x-
    @inlinable
    public func react<Request: Equatable, Answer>(
        to request: @escaping (inout Value) -> Request?, with effect: @escaping (Request) -> Signal<Answer>
    ) -> Signal<Answer> {
        Signal { [self] receive in
            let reaction = Reaction<Request, Answer>(to: changes, receive)
            let look = { [self] in
                let newest = withValue(request)
                if newest == reaction.request { return }
                reaction.request = newest
                reaction.end()
                if let newest { reaction.begin(effect(newest)) }
            }
            changes.observe(look, until: reaction)
            look()
            return reaction
        }
    }
}

/// One subscription to `react`, with the effect that runs for the newest request.
@usableFromInline
final class Reaction<Request, Answer>: Subscription {
    private let changes: Subject<Void>
    @usableFromInline let receive: (Answer) -> Void
    // No access calls out to other code, so no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var request: Request?
    @exclusivity(unchecked) @usableFromInline var running: Subscription?
    /// Counts the effects that have been ended: only answers of the current one are passed on.
    @exclusivity(unchecked) @usableFromInline var generation = 0

    @usableFromInline
    init(to changes: Subject<Void>, _ receive: @escaping (Answer) -> Void) {
        self.changes = changes
        self.receive = receive
        super.init()
    }

    @inlinable
    func begin(_ signal: Signal<Answer>) {
        let mine = generation
        let subscription = signal.subscribe { [self] answer in
            if mine == generation { receive(answer) }
        }
        // An answer that came at once may already have led to a newer request.
        if mine == generation { running = subscription } else { subscription.cancel() }
    }

    @usableFromInline
    func end() {
        generation += 1
        let ended = running
        running = nil
        ended?.cancel()
    }

    @usableFromInline
    override func cancel() {
        super.cancel()
        changes.leave(self)
        end()
    }
}
