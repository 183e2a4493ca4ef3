import Foundation
import SearchSource
import Testing

/// Everything that may happen to a search box up to a number of events, in every order: two queries, composing,
/// scrolling, refreshing, retrying, cancelling, every answer to whatever was asked, also to what was given up, and time
/// up to just before, at and just behind what is due next. In each state the invariants of `RandomSequenceTests` hold.
///
/// Sequences that lead to the same state go on alike, so only one of them is followed. `SEEKLINE_DEPTH` says how many
/// events there are at most.
@Suite struct ModelCheckTests {
    static let depth = ProcessInfo.processInfo.environment["SEEKLINE_DEPTH"].flatMap { Int($0) } ?? 4
    static let atOnce = ProcessInfo.processInfo.activeProcessorCount

    @Test func everyStateKeepsTheInvariants() async {
        let start = ContinuousClock.now
        var seen: Set<Int> = []
        var front: [[Step]] = [[]]
        for length in 0...Self.depth {
            // What leads to new states is looked at by all processors, each its share.
            let known = seen
            let paths = front
            let reached = await withTaskGroup(of: [Reached].self) { group in
                for share in 0..<Self.atOnce {
                    group.addTask {
                        stride(from: share, to: paths.count, by: Self.atOnce).compactMap { Reached(paths[$0], known) }
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
            front = []
            for state in reached where seen.insert(state.fingerprint).inserted {
                if let fault = state.fault {
                    Issue.record("\(state.path.map { "\($0)" }.joined(separator: "\n")): \(fault)")
                    return
                }
                if length < Self.depth { front += state.possible.map { state.path + [$0] } }
            }
        }
        print("\(seen.count) states in up to \(Self.depth) events, in \(ContinuousClock.now - start)")
        #expect(seen.count > 100)
    }
}

/// A state, and how it was reached.
private struct Reached: Sendable {
    let path: [Step]
    let fingerprint: Int
    let fault: String?
    let possible: [Step]

    /// Where `path` leads to; nil if that is known.
    init?(_ path: [Step], _ known: Set<Int>) {
        var walk = Walk()
        var fault: String?
        for step in path {
            walk.take(step)
            fault = fault ?? walk.fault()
        }
        fingerprint = walk.fingerprint.hashValue
        if known.contains(fingerprint) { return nil }
        self.path = path
        possible = walk.possible
        self.fault = fault ?? walk.faultAtTheEnd()
    }
}
