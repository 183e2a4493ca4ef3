import Time

/// A member of `Pacing` as clients see it: declared here once, with its name, bounds and documentation.
public final class PacingOption: Sendable {
    /// The name on the wire.
    public let name: String

    /// What it does, in one sentence.
    public let summary: String

    /// The values that it takes.
    public let domain: Domain

    /// Whether every engine of this major version of the protocol has it. Options that were added later may be missing.
    public let isOriginal: Bool

    /// Lets a closure read or change the option in a pacing. (A key path costs fifty times as much.)
    private let member: Member

    private enum Member: Sendable {
        case integer(@Sendable (inout Pacing, (inout Int) -> Void) -> Void)
        case word(@Sendable (inout Pacing, (inout String) -> Void) -> Void)
    }

    private init(name: String, summary: String, domain: Domain, isOriginal: Bool = true, member: Member) {
        self.name = name
        self.summary = summary
        self.domain = domain
        self.isOriginal = isOriginal
        self.member = member
    }

    /// The values that an option takes.
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

        /// Whether `value` is one of these values.
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

    /// Returns the option's value in `pacing`; nil if it cannot be chosen there.
    public func value(in pacing: Pacing) -> Value? {
        var pacing = pacing
        var value: Value?
        switch member {
        case .integer(let visit): visit(&pacing) { value = .integer($0) }
        case .word(let visit): visit(&pacing) { value = .word($0) }
        }
        return value
    }

    /// Returns what a value for the option in `pacing` must be, in words.
    public func expected(in pacing: Pacing) -> String {
        value(in: pacing) == nil ? "left out: this source leaves no choice" : domain.description
    }

    /// Sets the option in `pacing`. Returns false, and sets nothing, if `value` is outside the domain or the option
    /// cannot be chosen there.
    public func set(_ value: Value, in pacing: inout Pacing) -> Bool {
        guard domain.contains(value) else { return false }
        var isSet = false
        switch (member, value) {
        case (.integer(let visit), .integer(let number)):
            visit(&pacing) { (member) in (member, isSet) = (number, true) }
        case (.word(let visit), .word(let word)):
            visit(&pacing) { (member) in (member, isSet) = (word, true) }
        default: break
        }
        return isSet
    }

    /// The maximum of options that are durations, in milliseconds: ten minutes.
    private static let longest = 600_000

    /// Every option, in the order of the documentation.
    public static let all: [PacingOption] = [
        milliseconds("debounceMs", from: 0, "how long typing must pause before the text is searched for") {
            $1(&$0.debounce)
        },
        integer("minLength", 0...1000, "the minimum length of a query, in grapheme clusters") { $1(&$0.minLength) },
        integer(
            "minLengthDense", 0...1000, isOriginal: false,
            "the minimum length of a query of only ideographs and kana; `minLength` if only that is given"
        ) { $1(&$0.minLengthDense) },
        milliseconds("throttleMs", from: 0, "how long a refresh blocks the next one") { $1(&$0.throttle) },
        integer("pageSize", 1...500, "how many items are requested per page") { $1(&$0.pageSize) },
        integer("maxPages", 1...Pacing.mostPages, "how many pages a list has at most") { $1(&$0.maxPages) },
        word("trigger", "whether typing searches, or only `submit` does") { $1(&$0.trigger) },
        word("onInput", "what a keystroke immediately does to a running load, and to the list") { $1(&$0.onInput) },
        word("belowMinLength", "what a query below the minimum length does to the list") { $1(&$0.belowMinLength) },
        milliseconds("stalledMs", from: 1, "how long a load may take before it is called stalled") {
            $1(&$0.stalledAfter)
        },
        milliseconds("backOffMs", from: 0, "how long a failed page blocks the next attempt, doubled up to 30 s") {
            $1(&$0.backOff)
        },
        word("matching", isOriginal: false, "how a word of the query must occur, where the source offers the choice") {
            if var matching = $0.matching {
                $1(&matching.mode)
                $0.matching = matching
            }
        },
        word("syntax", isOriginal: false, "the syntax of the query, where the source offers the choice") {
            if var matching = $0.matching {
                $1(&matching.syntax)
                $0.matching = matching
            }
        },
    ]

    private static func integer(
        _ name: String, _ range: ClosedRange<Int>, isOriginal: Bool = true, _ summary: String,
        _ visit: @escaping @Sendable (inout Pacing, (inout Int) -> Void) -> Void
    ) -> PacingOption {
        PacingOption(
            name: name, summary: summary, domain: .integer(range), isOriginal: isOriginal, member: .integer(visit))
    }

    private static func milliseconds(
        _ name: String, from least: Int, _ summary: String,
        _ visit: @escaping @Sendable (inout Pacing, (inout Duration) -> Void) -> Void
    ) -> PacingOption {
        integer(name, least...longest, summary) { pacing, change in
            visit(&pacing) { duration in
                var milliseconds = duration.wholeMilliseconds
                change(&milliseconds)
                duration = .milliseconds(milliseconds)
            }
        }
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ name: String, isOriginal: Bool = true, _ summary: String,
        _ visit: @escaping @Sendable (inout Pacing, (inout Word) -> Void) -> Void
    ) -> PacingOption {
        PacingOption(
            name: name, summary: summary, domain: .word(Word.allCases.map(\.rawValue)), isOriginal: isOriginal,
            member: .word { pacing, change in
                visit(&pacing) { word in
                    var text = word.rawValue
                    change(&text)
                    word = Word(rawValue: text) ?? word
                }
            })
    }
}
