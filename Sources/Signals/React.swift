extension Relay {
    /// What comes of the newest thing that the value asks for (RxFeedback's `react`).
    ///
    /// Where `request` finds another request than before, what came of the older one is cancelled, and `effect` makes a
    /// signal from the newer one; nil asks for nothing. Latest wins twice over: should the older signal speak all the
    /// same, nobody hears it. `request` gets the value in place, to look at and not to change.
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

/// One subscription to `react`: what runs for the newest request.
@usableFromInline
final class Reaction<Request, Answer>: Subscription {
    private let changes: Subject<Void>
    @usableFromInline let receive: (Answer) -> Void
    // Each is read or written at once, and nobody is called meanwhile: no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var request: Request?
    @exclusivity(unchecked) @usableFromInline var running: Subscription?
    /// Counts what has begun and ended: only what comes of the newest is heard.
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
        // An answer that was there at once may have led to a newer request already.
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
