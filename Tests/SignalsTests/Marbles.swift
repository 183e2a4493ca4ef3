import Signals
import Testing
import Time

/// Runs marble diagrams, in which each character is one millisecond.
///
///     a…z, #   a value (# stands for a failure, which is a value like any other)
///     (ab)     two values in the same millisecond; takes up the room of one
///     -        nothing
///     !        the subscriber cancels; nothing may be armed after it
///
/// In each millisecond the timers that are due fire first, then the input is sent: the engine's tie rule.
struct Marbles {
    let timeline = Timeline()
    let input = Subject<Character>()
    let other = Subject<Character>()

    /// Runs `diagram` (and alongside it `second`, fed to `other`) through the signal that `build` returns, and draws
    /// the output.
    func run(
        _ diagram: String, with second: String = "", _ build: (Marbles) -> Signal<Character>
    ) -> String {
        var out: [[Character]] = []
        var now: [Character] = []
        let subscription = build(self).subscribe { now.append($0) }
        let first = Self.ticks(diagram)
        let beside = Self.ticks(second)
        var cancelled = false
        for tick in 0..<max(first.count, beside.count) {
            timeline.advance(to: Instant(.milliseconds(tick)))
            if tick < first.count {
                for mark in first[tick] {
                    if mark == "!" {
                        subscription.cancel()
                        cancelled = true
                        #expect(timeline.armedTimers == 0, "a timer outlives the subscription")
                    } else {
                        input.send(mark)
                    }
                }
            }
            if tick < beside.count {
                for mark in beside[tick] { other.send(mark) }
            }
            out.append(now)
            now = []
        }
        if !cancelled { #expect(timeline.armedTimers == 0, "the diagram ends before a timer fires") }
        subscription.cancel()
        input.send("?")
        other.send("?")
        timeline.advance(to: Instant(.milliseconds(1_000_000)))
        #expect(now.isEmpty, "a value after the end: \(now)")
        return out.map { $0.isEmpty ? "-" : $0.count == 1 ? String($0) : "(\(String($0)))" }.joined()
    }

    private static func ticks(_ diagram: String) -> [[Character]] {
        var ticks: [[Character]] = []
        var group: [Character]?
        for mark in diagram {
            switch mark {
            case "(": group = []
            case ")":
                ticks.append(group ?? [])
                group = nil
            case "-": ticks.append([])
            default:
                if group == nil { ticks.append([mark]) } else { group?.append(mark) }
            }
        }
        return ticks
    }
}
