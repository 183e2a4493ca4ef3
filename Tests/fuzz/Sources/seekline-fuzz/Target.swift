import BuiltinSources

/// Code that reads outside input, and what must hold for any input. Besides what `check` asserts, nothing may trap,
/// touch memory that is not its own or take ten seconds, and a process may use at most 512 MB for all inputs together.
struct Target: Sendable {
    /// The target's name, which is also that of its corpus folder.
    let name: String

    /// Feeds the code one input.
    let check: @Sendable ([UInt8]) -> Void

    /// All targets. Every source type gets one automatically.
    static let all =
        [
            json, lines, contentLength, messages, html, configuration, description, record, headers, requests, engine,
            matching, answers,
            database,
        ]
        + SourceType.all.map { $0.name == "lines" ? linesOfAFile : source($0) }
}

/// Asserts a condition. If it does not hold, ends the process and with it the run; libFuzzer keeps the input.
func hold(_ condition: Bool, _ expected: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(expected())") }
}

/// Parameters of a target, taken from the beginning of its input.
extension ArraySlice<UInt8> {
    /// Returns the next byte; 0 at the end.
    mutating func number() -> Int { Int(popFirst() ?? 0) }
}
