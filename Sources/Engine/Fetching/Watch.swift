import SearchSource
import Signals
import Time

/// Checks from time to time whether what a source searches has changed, for as long as somebody sees a list of it.
///
///     idle ──a list is there──→ looking ──→ waiting ──time, a list is there──→ looking …
///       ↑                                      │
///       └──────────time, none is there─────────┘
///
/// Nobody waits for a check: it does not count as something that a session has under way.
package final class Watch {
    private let source: any WatchedSource
    private let timeline: Timeline
    private let fetcher: Fetcher
    /// Whether somebody sees a list of the source.
    private let isSeen: () -> Bool
    /// Called when the source has changed.
    private let changed: () -> Void
    private var timer: Timeline.Timer?
    /// Does the checks; nil while this is idle.
    private var watcher: (any Watcher)?

    /// The minimum time between two checks.
    static let interval = Duration.seconds(1)
    /// How long to wait before the next check, as a multiple of how long the last one took.
    private static let patience = 20

    init(
        _ source: any WatchedSource, timeline: Timeline, fetcher: Fetcher, isSeen: @escaping () -> Bool,
        changed: @escaping () -> Void
    ) {
        self.source = source
        self.timeline = timeline
        self.fetcher = fetcher
        self.isSeen = isSeen
        self.changed = changed
    }

    /// Notes that a list of the source has arrived.
    package func listCame() {
        guard watcher == nil else { return }
        look(source.watcher())
    }

    private func look(_ watcher: any Watcher) {
        self.watcher = watcher
        let start = timeline.now
        let name = source.info.name
        fetcher.compute(in: .source(ExactText(name)), for: name) {
            watcher.hasChanged(at: start)
        } _: { [unowned self] hasChanged in
            let took = start.duration(to: timeline.now)
            wait(max(Self.interval, took * Self.patience))
            if hasChanged { changed() }
        }
    }

    private func wait(_ wait: Duration) {
        let timer =
            timer
            ?? timeline.timer { [unowned self] in
                guard let watcher, isSeen() else { return watcher = nil }
                look(watcher)
            }
        self.timer = timer
        timer.set(after: wait)
    }
}
