import Foundation
import SearchSource
import Testing

/// Everything that may happen to a search box in up to a given number of events, in every order: two queries,
/// composing, scrolling, refreshing, retrying, cancelling, every answer to running and to cancelled work, and time
/// passing until just before, at and just after the next deadline. In each state the invariants of
/// `RandomSequenceTests` hold.
///
/// Sequences that lead to the same state have the same future, so only one of them is followed. `SEEKLINE_DEPTH` sets
/// the maximum number of events.
@Suite struct ModelCheckTests {
    static let depth = ProcessInfo.processInfo.environment["SEEKLINE_DEPTH"].flatMap { Int($0) } ?? 4

    @Test func everyStateKeepsTheInvariants() async {
        let start = ContinuousClock.now
        var seen: Set<String> = []
        var front: [[Step]] = [[]]
        for length in 0...Self.depth {
            // All processors work on finding new states.
            let known = seen
            let reached = await together(front) { Reached($0, unless: known) }
            front = []
            for state in reached {
                if let fault = state.fault {
                    Issue.record("\(told(state.path)): \(fault)")
                    return
                }
                guard seen.insert(state.fingerprint).inserted else { continue }
                if length < Self.depth { front += state.possible.map { state.path + [$0] } }
            }
        }
        print("\(seen.count) states in up to \(Self.depth) events, in \(ContinuousClock.now - start)")
        #expect(seen.count > 100)
    }

    /// What the fingerprint leaves out changes nothing: if two sequences lead to states with the same fingerprint, the
    /// same steps are possible in both, and each leads from both to the same state. This covers at most four events,
    /// because there are as many such pairs as sequences.
    @Test func statesWithTheSameFingerprintHaveTheSameFuture() async {
        var first: [String: [Step]] = [:]
        var front: [[Step]] = [[]]
        var pairs = 0
        for _ in 0..<min(Self.depth, 5) {
            let reached = await together(front) { Reached($0) }
            front = []
            var alike: [([Step], [Step])] = []
            for state in reached {
                if let other = first[state.fingerprint] {
                    alike.append((state.path, other))
                } else {
                    first[state.fingerprint] = state.path
                    front += state.possible.map { state.path + [$0] }
                }
            }
            pairs += alike.count
            for difference in await together(alike, { difference($0, $1) }) { Issue.record("\(difference)") }
        }
        #expect(pairs > 50)
    }
}

/// Returns the results for all inputs, in their order, computed on all processors.
private func together<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ work: @escaping @Sendable (Input) -> Output?
) async -> [Output] {
    let atOnce = ProcessInfo.processInfo.activeProcessorCount
    return await withTaskGroup(of: [(Int, Output)].self) { group in
        for share in 0..<atOnce {
            group.addTask {
                stride(from: share, to: inputs.count, by: atOnce).compactMap { index in
                    work(inputs[index]).map { (index, $0) }
                }
            }
        }
        return await group.reduce(into: []) { $0 += $1 }.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

private func walk(_ path: [Step]) -> Walk {
    var walk = Walk()
    for step in path { walk.take(step) }
    return walk
}

/// Returns how the futures of two sequences differ; nil if they do not.
private func difference(_ left: [Step], _ right: [Step]) -> String? {
    let (steps, others) = (walk(left).possible, walk(right).possible)
    guard steps == others else { return "\(told(left))\nor\n\(told(right)):\n\(steps)\nor\n\(others)" }
    for step in steps {
        let (next, other) = (walk(left + [step]).fingerprint, walk(right + [step]).fingerprint)
        if next != other { return "\(told(left))\nor\n\(told(right))\nand \(step):\n\(next)\nor\n\(other)" }
    }
    return nil
}

private func told(_ path: [Step]) -> String {
    path.map { "\($0)" }.joined(separator: "\n")
}

/// A state, and the path to it.
private struct Reached: Sendable {
    let path: [Step]
    let fingerprint: String
    let fault: String?
    let possible: [Step]

    /// Follows `path`, of which all but the last step was followed before. Nil if it leads to a known state, and nothing
    /// is wrong.
    init?(_ path: [Step], unless known: Set<String> = []) {
        var walk = walk(path)
        let fault = walk.fault()
        fingerprint = walk.fingerprint
        if fault == nil, known.contains(fingerprint) { return nil }
        self.path = path
        possible = walk.possible
        self.fault = fault ?? walk.faultAtTheEnd()
    }
}
