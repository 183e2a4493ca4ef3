import Time

/// Virtual time: it stands still until it is advanced, and fires the timers that it passes.
///
///     set(at: d) ──→ armed ──advance(to: t ≥ d)──→ fired (once)
///       ↑  re-arm ─────┤
///       └──────────────┴──stop()──→ idle
///
/// Two rules make whole runs repeatable:
/// - Timers fire in the order of their deadlines; equal deadlines fire in the order in which they were set.
/// - While a timer fires, `now` is its deadline, however far `advance` is going. A timer that is set meanwhile fires in
///   the same advance if it is due.
///
/// It deliberately does not read a clock. Code that has one passes its reading to `advance`.
public final class Timeline {
    /// A timer for one action, which can be armed any number of times.
    ///
    /// A keystroke re-arms a debounce far more often than the debounce fires, so arming a timer for later does not
    /// touch the heap: its one entry is moved to the right place when it comes up too early.
    public final class Timer {
        fileprivate var due: Key?
        fileprivate var queued: Key?
        fileprivate let action: () -> Void
        private unowned let timeline: Timeline

        fileprivate init(on timeline: Timeline, _ action: @escaping () -> Void) {
            self.timeline = timeline
            self.action = action
        }

        /// Arms the timer, replacing any earlier deadline. A deadline that has passed fires in the next advance.
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

    // No timer fires during an access, so no two accesses overlap.
    @exclusivity(unchecked) private var heap = Heap()
    @exclusivity(unchecked) private var nextOrder: UInt64 = 0
    @exclusivity(unchecked) private var present: Instant
    @exclusivity(unchecked) private var armed = 0

    /// The present. During an advance, the deadline of the timer that fires.
    public var now: Instant { present }

    /// The number of armed timers.
    public var armedTimers: Int { armed }

    /// The deadline of the next timer, exactly. It takes a linear search; only tests need it.
    var nextDeadline: Instant? {
        heap.entries.filter { $0.timer.queued == $0.key }.compactMap { $0.timer.due?.deadline }.min()
    }

    /// A timeline without timers whose present is `now`.
    public init(now: Instant = Instant()) {
        present = now
    }

    /// Returns a timer that is not armed yet.
    public func timer(_ action: @escaping () -> Void) -> Timer {
        Timer(on: self, action)
    }

    /// When to advance next; nil if no timer is armed. Never after the earliest deadline, but possibly before it if a
    /// timer was set for later or stopped since.
    public var nextWake: Instant? { armed == 0 ? nil : heap.first?.key.deadline }

    /// Advances to `instant` and fires every timer due at or before it. An instant in the past leaves the present as it
    /// is.
    public func advance(to instant: Instant) {
        while step(to: instant) {}
    }

    /// Advances to the earliest deadline at or before `instant` and fires the one timer that is due first; returns
    /// whether there was one. If there was none, advances to `instant`.
    public func step(to instant: Instant) -> Bool {
        // Mostly nothing is due: the deadline alone is looked at first, because that does not retain the timer.
        while let deadline = heap.first?.key.deadline, deadline <= instant, let top = heap.first {
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

    /// Advances to `instant`, but not past the earliest deadline. Fires nothing.
    public func pass(to instant: Instant) {
        if present < instant { present = max(present, min(instant, nextWake ?? instant)) }
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

    /// Removes stale entries, so that they neither pile up nor keep their timers alive when no advance would reach
    /// them.
    private func sweep() {
        guard heap.count > 4 * armed, heap.count > 64 || armed == 0 else { return }
        heap = Heap(heap.entries.compactMap(keep))
    }

    /// Returns the one entry that the timer needs, if it is armed and `entry` is its current one.
    private func keep(_ entry: Entry) -> Entry? {
        guard entry.timer.queued == entry.key else { return nil }
        entry.timer.queued = entry.timer.due
        return entry.timer.due.map { Entry(key: $0, timer: entry.timer) }
    }

    /// Whether the first entry is for a timer that is due exactly then. If not, it is dropped, or moved to the right
    /// place.
    private func settle(_ top: Entry) -> Bool {
        let timer = top.timer
        if timer.queued == top.key, timer.due == top.key { return true }
        heap.removeFirst()
        // Otherwise the timer was armed for earlier, and has another entry.
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
            // A sorted array is a heap.
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
    /// Emits one value at `deadline`; if that has passed, in the next advance.
    public func timer(at deadline: Instant) -> Signal<Void> {
        Signal { [self] receive in
            let timer = timer { receive(()) }
            timer.set(at: deadline)
            return Subscription { timer.stop() }
        }
    }
}
