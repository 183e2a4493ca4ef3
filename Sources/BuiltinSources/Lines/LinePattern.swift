import SearchSource

/// How a line says where in a file something stands, as grep and compilers write it. A NUL in the place of the colons tells
/// for sure where a path ends (`grep -Z`, `rg -0`, `git grep -z`).
enum LinePattern: String, CaseIterable, Sendable {
    /// It says nothing.
    case text
    /// `grep -n`
    case pathLine = "path:line:text"
    /// Compilers that count characters.
    case pathLineColumn = "path:line:column:text"
    /// `rg --vimgrep` and whatever else counts the bytes of a line, which the text is.
    case pathLineByte = "path:line:byte:text"

    /// The place that a line says, and where in it its text begins; nil if it says none.
    func place(in line: String) -> (location: Location, text: Substring.UTF8View)? {
        guard self != .text else { return nil }
        let line = line.utf8
        if let end = line.prefix(Self.longestPath).firstIndex(of: 0) {
            guard end > line.startIndex, let (number, rest) = Self.number(line[line.index(after: end)...]) else {
                return nil
            }
            return place(String(Substring(line[..<end])), number, rest)
        }
        var colon = line.prefix(Self.longestPath).firstIndex(of: Self.colon)
        while let end = colon {
            let behind = line[line.index(after: end)...]
            if end > line.startIndex, let (number, rest) = Self.number(behind) {
                return place(String(Substring(line[..<end])), number, rest)
            }
            colon = behind.prefix(Self.longestPath).firstIndex(of: Self.colon)
        }
        return nil
    }

    private func place(
        _ path: String, _ line: Int, _ rest: Substring.UTF8View
    ) -> (location: Location, text: Substring.UTF8View) {
        guard self != .pathLine, let (column, text) = Self.number(rest) else {
            return (Location(path: path, line: line), rest)
        }
        guard self == .pathLineByte else { return (Location(path: path, line: line, column: column), text) }
        // Behind the last byte counts as one more character.
        let before = text.prefix(max(0, column - 1))
        let characters = before.lazy.filter { $0 & 0xC0 != 0x80 }.count
        return (Location(path: path, line: line, column: characters + 1), text)
    }

    private static let colon = UInt8(ascii: ":")
    /// The longest path that Linux has, and then some.
    private static let longestPath = 1 << 13

    /// The digits at the beginning that a colon or a NUL ends, and what is behind it; nil if there are none.
    private static func number(_ text: Substring.UTF8View) -> (Int, Substring.UTF8View)? {
        let digits = text.prefix(20).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = text[digits.endIndex...]
        guard rest.first == colon || rest.first == 0, let number = Int(Substring(digits)), number > 0 else {
            return nil
        }
        return (number, rest.dropFirst())
    }
}
