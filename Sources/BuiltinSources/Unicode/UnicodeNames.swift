import Bytes
import CUnicodeNames

/// The names of all Unicode characters, and what else people call them.
///
/// The binary contains them as one text, a line per character, in the order in which characters are listed if they
/// match a query equally well: those that people use first come first (`Sources/CUnicodeNames/generate` says which
/// those are). Names that follow a rule have no line; see `UnicodeRule`.
struct UnicodeNames: Sendable {
    /// Where each line begins in `text`, followed by the end of the text.
    let starts: [UInt32]

    /// The character of each line.
    let scalars: [UInt32]

    /// How many lines at the beginning are for characters that people use first.
    let common: Int

    /// The names that follow a rule.
    let rules: [UnicodeRule]

    /// The only instance. Its first use scans the names once for the beginnings of lines: 0.2 ms.
    static let shared = UnicodeNames(cunicode_names().pointee)

    private init(_ table: cunicode_table) {
        common = Int(table.common)
        rules = UnsafeBufferPointer(start: table.rules, count: Int(table.rule_count)).map(UnicodeRule.init)
        var scalars = [UInt32](repeating: 0, count: Int(table.lines))
        for run in Self.runs {
            for offset in 0..<run.count { scalars[Int(run.line + offset)] = run.first + offset }
        }
        self.scalars = scalars
        var starts: [UInt32] = [0]
        starts.reserveCapacity(Int(table.lines) + 1)
        let text = UnsafeBufferPointer(start: table.text, count: Int(table.size))
        while let start = starts.last, start < text.count {
            let end = ByteScan.run(in: text, from: Int(start), to: { ByteScan.equal($0, Self.lineFeed) }).end
            starts.append(UInt32(end + 1))
        }
        self.starts = starts
    }

    private static let lineFeed = UInt8(ascii: "\n")

    /// Precedes a phrase, which is another name for exactly this character.
    static let beforePhrase = UInt8(ascii: "\t")

    /// Precedes a keyword, which says what the character is related to.
    static let beforeKeyword: UInt8 = 0x0B

    /// All lines: `NAME{\tPHRASE}{\vKEYWORD}\n`, in ASCII and upper case.
    var text: UnsafeBufferPointer<UInt8> {
        let table = cunicode_names().pointee
        return UnsafeBufferPointer(start: table.text, count: Int(table.size))
    }

    /// Returns the range of a line in `text`, without its line feed.
    func line(_ number: Int) -> Range<Int> { Int(starts[number])..<Int(starts[number + 1]) - 1 }

    func hasName(_ scalar: Unicode.Scalar) -> Bool { rule(of: scalar) != nil || number(of: scalar) != nil }

    /// Returns the name of a character; nil if it has none. The name of a control character is its first alias.
    func name(of scalar: Unicode.Scalar) -> String? {
        rule(of: scalar)?.name(of: scalar) ?? parts(of: scalar).first
    }

    /// Returns a character's other names, followed by its keywords.
    func otherNames(of scalar: Unicode.Scalar) -> [String] { Array(parts(of: scalar).dropFirst()) }

    private func parts(of scalar: Unicode.Scalar) -> [String] {
        guard let number = number(of: scalar) else { return [] }
        return text[line(number)].split { $0 == Self.beforePhrase || $0 == Self.beforeKeyword }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func rule(of scalar: Unicode.Scalar) -> UnicodeRule? {
        rules.first { $0.scalars.contains(scalar.value) }
    }

    private static var runs: UnsafeBufferPointer<cunicode_run> {
        let table = cunicode_names().pointee
        return UnsafeBufferPointer(start: table.runs, count: Int(table.run_count))
    }

    /// Returns the number of a character's line; nil if it has none.
    private func number(of scalar: Unicode.Scalar) -> Int? {
        let runs = Self.runs
        let place = runs.end { $0.first <= scalar.value }
        guard place > 0, case let run = runs[place - 1], scalar.value - run.first < run.count else { return nil }
        return Int(run.line + scalar.value - run.first)
    }
}
