import Time

/// Virtual time: it stands still until it is told to go on, and fires the timers that it passes.
///
///     set(at: d) ──→ armed ──advance(to: t ≥ d)──→ fired (once)
///       ↑  re-arm ─────┤
///       └──────────────┴──stop()──→ idle
///
/// Two rules make whole runs repeatable:
/// - Timers fire in the order of their deadlines; equal deadlines fire in the order in which they were set.
/// - While a timer fires, `now` is its deadline, however far `advance` is going. What it sets in turn fires in the
///   same advance, if it is due.
///
/// Left out on purpose: reading a clock. Whoever has one passes its reading to `advance`.
public final class Timeline {
    /// One timer, armed any number of times, for one action.
    ///
    /// A keystroke re-arms a debounce far more often than the debounce fires, so arming for later costs no work in
    /// the heap: the timer's one entry is put back where it belongs when it comes up too early.
    public final class Timer {
        fileprivate var due: Key?
        fileprivate var queued: Key?
        fileprivate let action: () -> Void
        private unowned let timeline: Timeline

        fileprivate init(on timeline: Timeline, _ action: @escaping () -> Void) {
            self.timeline = timeline
            self.action = action
        }

        /// Arms the timer, instead of what it was armed for. A deadline that has passed fires in the next advance.
        public func set(at deadline: Instant) {
            timeline.arm(self, at: deadline)
        }

        /// Arms the timer for `delay` from now.
        public func set(after delay: Duration) {
            set(at: timeline.now.advanced(by: delay))
        }

        /// Disarms the timer.
        public func stop() {
            timeline.disarm(self)
        }
    }

    fileprivate struct Key: Hashable, Comparable {
        var deadline: Instant
        var order: UInt64

        static func < (left: Key, right: Key) -> Bool {
            left.deadline == right.deadline ? left.order < right.order : left.deadline < right.deadline
        }
    }

    // Each is read or written at once, and no timer fires meanwhile: no two accesses overlap.
    @exclusivity(unchecked) private var heap = Heap()
    @exclusivity(unchecked) private var nextOrder: UInt64 = 0
    @exclusivity(unchecked) private var present: Instant
    @exclusivity(unchecked) private var armed = 0

    /// The present. During an advance, the deadline of the timer that fires.
    public var now: Instant { present }

    /// How many timers are armed.
    public var armedTimers: Int { armed }

    /// When the next timer fires, exactly: to find it takes a look at all of them. Tests ask.
    var nextDeadline: Instant? {
        heap.entries.filter { $0.timer.queued == $0.key }.compactMap { $0.timer.due?.deadline }.min()
    }

    /// A timeline that stands at `now`, without timers.
    public init(now: Instant = Instant()) {
        present = now
    }

    /// A timer that is not armed yet.
    public func timer(_ action: @escaping () -> Void) -> Timer {
        Timer(on: self, action)
    }

    /// When to advance next: not after the earliest deadline, but perhaps before it, if a timer was set for later or
    /// stopped since; nil if there is nothing to advance for.
    public var nextWake: Instant? { armed == 0 ? nil : heap.first?.key.deadline }

    /// Goes on to `instant`, firing every timer that is due at or before it. An instant in the past changes nothing.
    public func advance(to instant: Instant) {
        while step(to: instant) {}
    }

    /// Goes on to the earliest deadline at or before `instant` and fires the one timer that is due there first; answers
    /// whether there was one. If there was none, the present is `instant`.
    public func step(to instant: Instant) -> Bool {
        while let top = heap.first, top.key.deadline <= instant {
            guard settle(top) else { continue }
            heap.removeFirst()
            top.timer.queued = nil
            top.timer.due = nil
            armed -= 1
            present = max(present, top.key.deadline)
            sweep()
            top.timer.action()
            return true
        }
        present = max(present, instant)
        return false
    }

    /// Goes on to `instant`, but not past the earliest deadline: fires nothing.
    public func pass(to instant: Instant) {
        present = max(present, min(instant, nextWake ?? instant))
    }

    private func arm(_ timer: Timer, at deadline: Instant) {
        let key = Key(deadline: deadline, order: nextOrder)
        nextOrder += 1
        if timer.due == nil { armed += 1 }
        timer.due = key
        if let queued = timer.queued, queued < key { return }
        timer.queued = key
        heap.insert(Entry(key: key, timer: timer))
    }

    private func disarm(_ timer: Timer) {
        guard timer.due != nil else { return }
        timer.due = nil
        armed -= 1
        sweep()
    }

    /// Takes out the entries of timers that were dropped, which must not pile up; nor keep what they were for, where nobody
    /// comes by any more.
    private func sweep() {
        guard heap.count > 4 * armed, heap.count > 64 || armed == 0 else { return }
        heap = Heap(heap.entries.compactMap(keep))
    }

    /// The one entry that a timer needs, if it is armed and this is it.
    private func keep(_ entry: Entry) -> Entry? {
        guard entry.timer.queued == entry.key else { return nil }
        entry.timer.queued = entry.timer.due
        return entry.timer.due.map { Entry(key: $0, timer: entry.timer) }
    }

    /// Whether the first entry stands for a timer that is due exactly then. If it does not, it is dropped, or moved to
    /// where it belongs.
    private func settle(_ top: Entry) -> Bool {
        let timer = top.timer
        if timer.queued == top.key, timer.due == top.key { return true }
        heap.removeFirst()
        // Else the timer was armed for earlier, and has another entry.
        if timer.queued == top.key {
            timer.queued = timer.due
            if let due = timer.due { heap.insert(Entry(key: due, timer: timer)) }
        }
        return false
    }

    fileprivate struct Entry {
        var key: Key
        var timer: Timer
    }

    /// A binary min-heap of entries.
    fileprivate struct Heap {
        private(set) var entries: [Entry] = []

        /// A heap without entries.
        init() {}

        /// A heap of these entries.
        init(_ entries: [Entry]) {
            // Sorted is a heap.
            self.entries = entries.sorted { $0.key < $1.key }
        }

        var first: Entry? { entries.first }
        var count: Int { entries.count }

        mutating func insert(_ entry: Entry) {
            entries.append(entry)
            var child = entries.count - 1
            while child > 0 {
                let parent = (child - 1) / 2
                guard entries[child].key < entries[parent].key else { break }
                entries.swapAt(child, parent)
                child = parent
            }
        }

        mutating func removeFirst() {
            let last = entries.removeLast()
            guard !entries.isEmpty else { return }
            entries[0] = last
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
                    if entries[child].key < entries[least].key { least = child }
                }
                guard least != parent else { return }
                entries.swapAt(parent, least)
                parent = least
            }
        }
    }
}

extension Timeline {
    /// One value at `deadline`; if that has passed, in the next advance.
    public func timer(at deadline: Instant) -> Signal<Void> {
        Signal { [self] receive in
            let timer = timer { receive(()) }
            timer.set(at: deadline)
            return Subscription { timer.stop() }
        }
    }
}
