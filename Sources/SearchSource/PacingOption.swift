/// One member of `Pacing` as clients see it: declared here once, with its name, bounds and documentation.
public struct PacingOption: Sendable {
    /// The name on the wire.
    public let name: String

    /// What it does, in one sentence.
    public let summary: String

    /// Which values it takes.
    public let domain: Domain

    /// Whether every engine of this major version of the protocol has it: what came later may be missing.
    public let isOriginal: Bool

    private let read: @Sendable (Pacing) -> Value
    private let write: @Sendable (inout Pacing, Value) -> Void

    /// Which values an option takes.
    public enum Domain: Hashable, Sendable {
        /// A whole number within bounds.
        case integer(ClosedRange<Int>)
        /// One of these words.
        case word([String])

        /// The values in words: "a whole number from 0 to 60000", "`keep`, `cancel` or `clear`".
        public var description: String {
            switch self {
            case .integer(let range):
                return "a whole number from \(range.lowerBound) to \(range.upperBound)"
            case .word(let words):
                let quoted = words.map { "`\($0)`" }
                return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
            }
        }

        /// Whether `value` is one of them.
        public func contains(_ value: Value) -> Bool {
            switch (self, value) {
            case (.integer(let range), .integer(let number)): range.contains(number)
            case (.word(let words), .word(let word)): words.contains { $0.hasSameBytes(as: word) }
            default: false
            }
        }
    }

    /// A value of an option.
    public enum Value: Hashable, Sendable {
        /// A whole number.
        case integer(Int)
        /// A word.
        case word(String)
    }

    /// The option's value in `pacing`.
    public func value(in pacing: Pacing) -> Value {
        read(pacing)
    }

    /// Sets the option in `pacing`; answers false, and sets nothing, if `value` is outside the domain.
    public func set(_ value: Value, in pacing: inout Pacing) -> Bool {
        guard domain.contains(value) else { return false }
        write(&pacing, value)
        return true
    }

    /// The longest time that an option takes: ten minutes.
    private static let longest = 600_000

    /// Every option, in the order of the documentation.
    public static let all: [PacingOption] = [
        integer("debounceMs", 0...longest, \.debounceMs, "how long typing must pause before the text is searched for"),
        integer("minLength", 0...1000, \.minLength, "the least length of a query, in grapheme clusters"),
        integer(
            "minLengthDense", 0...1000, \.minLengthDense, isOriginal: false,
            "the least length of a query of ideographs and kana only; `minLength`, unless it is given too"),
        integer("throttleMs", 0...longest, \.throttleMs, "how long a refresh bars the next one"),
        integer("pageSize", 1...500, \.pageSize, "how many items a page is asked for with"),
        integer("maxPages", 1...100_000, \.maxPages, "how many pages a list has at most"),
        word("trigger", \.trigger, "whether typing searches, or only `submit` does"),
        word("onInput", \.onInput, "what a keystroke does at once to a running load, and to the list"),
        word("belowMinLength", \.belowMinLength, "what a query below the minimum length does to the list"),
        integer("stalledMs", 1...longest, \.stalledMs, "after how long a load is called stalled"),
        integer("backOffMs", 0...longest, \.backOffMs, "how long a failed page bars the next try, doubled up to 30 s"),
    ]

    private static func integer(
        _ name: String, _ range: ClosedRange<Int>, _ member: WritableKeyPath<Pacing, Int> & Sendable,
        isOriginal: Bool = true, _ summary: String
    ) -> PacingOption {
        PacingOption(name: name, summary: summary, domain: .integer(range), isOriginal: isOriginal) {
            .integer($0[keyPath: member])
        } write: {
            if case .integer(let number) = $1 { $0[keyPath: member] = number }
        }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, _ member: WritableKeyPath<Pacing, Word> & Sendable, _ summary: String
    ) -> PacingOption {
        PacingOption(name: name, summary: summary, domain: .word(Word.allCases.map(\.rawValue)), isOriginal: true) {
            .word($0[keyPath: member].rawValue)
        } write: {
            if case .word(let text) = $1, let word = Word(rawValue: text) { $0[keyPath: member] = word }
        }
    }
}
