import Bytes
import SearchSource

/// How a line names a place in a file, as grep and compilers write it. A NUL instead of the colons marks unambiguously
/// where the path ends (`grep -Z`, `rg -0`, `git grep -z`).
enum LinePattern: String, CaseIterable, Sendable {
    /// It names no place.
    case text
    /// `grep -n`
    case pathLine = "path:line:text"
    /// Compilers that count characters.
    case pathLineColumn = "path:line:column:text"
    /// `rg --vimgrep` and other programs that count the bytes of a line, which is the text.
    case pathLineByte = "path:line:byte:text"

    /// Returns the place that a line names, and the text after it; nil if it names none.
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
        return (Location(path: path, line: line, column: Self.character(at: column, of: text)), text)
    }

    /// Returns which character of `text` begins at this byte, or follows the last one, both from 1; nil if the text is
    /// shorter than that, because it was cut off. U+FFFD counts as one byte: it stands for one that was not UTF-8.
    private static func character(at column: Int, of text: Substring.UTF8View) -> Int? {
        var bytes = 0
        var characters = 1
        for scalar in Substring(text).unicodeScalars {
            guard bytes < column - 1 else { return characters }
            bytes += scalar == "\u{FFFD}" ? 1 : UTF8.width(scalar)
            characters += 1
        }
        return bytes >= column - 1 ? characters : nil
    }

    private static let colon = UInt8(ascii: ":")
    /// More than the longest path on Linux, in bytes.
    private static let longestPath = 1 << 13

    /// Returns the number at the beginning, which a colon or a NUL must end, and what follows; nil if there is none.
    private static func number(_ text: Substring.UTF8View) -> (Int, Substring.UTF8View)? {
        let digits = text.prefix(20).prefix(while: \.isDigit)
        let rest = text[digits.endIndex...]
        guard rest.first == colon || rest.first == 0, let number = Int(Substring(digits)), number > 0 else {
            return nil
        }
        return (number, rest.dropFirst())
    }
}
