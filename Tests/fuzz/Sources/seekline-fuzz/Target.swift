import BuiltinSources

/// Something that reads what comes from outside, and what must hold of it whatever that is. Beyond what `check` says,
/// nothing may trap, touch memory that is not its own, leak, take ten seconds or half a gigabyte.
struct Target: Sendable {
    /// Its name, and that of the folder of its corpus.
    let name: String

    /// Feeds it one input.
    let check: @Sendable ([UInt8]) -> Void

    /// Every target. A source has one without being named here.
    static let all =
        [
            json, lines, contentLength, messages, html, configuration, description, record, headers, requests, engine,
            matching, answers,
            database,
        ]
        + SourceType.all.map { $0.name == "lines" ? linesOfAFile : source($0) }
}

/// That something holds; ends the process if it does not, and with it the run: libFuzzer keeps the input.
func hold(_ condition: Bool, _ expected: @autoclosure () -> String) {
    if !condition { fatalError("does not hold: \(expected())") }
}

/// What an input says beside the bytes that it is about: numbers taken off its beginning.
extension ArraySlice<UInt8> {
    /// The next byte; 0 at the end.
    mutating func number() -> Int { Int(popFirst() ?? 0) }
}
