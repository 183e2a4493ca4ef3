import Bytes
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
        return (Location(path: path, line: line, column: Self.character(at: column, of: text)), text)
    }

    /// Which character of `text` begins with this byte of the line, or follows the last one, both from 1 on; nil if the text
    /// has fewer bytes, as one that was cut off has. What was no UTF-8 was a byte each.
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
    /// The longest path that Linux has, and then some.
    private static let longestPath = 1 << 13

    /// The digits at the beginning that a colon or a NUL ends, and what is behind it; nil if there are none.
    private static func number(_ text: Substring.UTF8View) -> (Int, Substring.UTF8View)? {
        let digits = text.prefix(20).prefix(while: \.isDigit)
        let rest = text[digits.endIndex...]
        guard rest.first == colon || rest.first == 0, let number = Int(Substring(digits)), number > 0 else {
            return nil
        }
        return (number, rest.dropFirst())
    }
}
