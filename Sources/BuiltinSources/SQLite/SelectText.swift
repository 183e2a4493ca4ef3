import Bytes
import SearchSource

/// The text of a SELECT, examined without a database: whether it is one statement that reads, and which parameters it
/// has. SQLite reports whatever else is wrong with it.
struct SelectText: Sendable {
    let text: String

    let setting: String

    /// The names of its parameters, with their leading sign.
    private(set) var parameters: [String] = []

    /// Why a statement is not accepted.
    enum Fault: Error, Hashable {
        /// It does not begin like a SELECT.
        case isNoSelect
        /// There is something after its end.
        case isMoreThanOne
    }

    init(_ text: String, setting: String) throws(Fault) {
        self.text = text
        self.setting = setting
        var scanner = Scanner(rest: text.utf8[...])
        var isFirst = true
        var isOver = false
        while let token = scanner.next() {
            if isOver { throw .isMoreThanOne }
            switch token {
            case .end: isOver = true
            case .parameter(let name):
                if !has(name) { parameters.append(name) }
            case .word, .other: break
            }
            if isFirst, !Self.begins(with: token) { throw .isNoSelect }
            isFirst = false
        }
        if isFirst { throw .isNoSelect }
    }

    func has(_ name: String) -> Bool { parameters.contains { $0.hasSameBytes(as: name) } }

    private static func begins(with token: Token) -> Bool {
        guard case .word(let word) = token else { return false }
        return ["select", "with", "values"].contains { $0.hasSameBytes(as: word.lowercased()) }
    }

    private enum Token {
        case word(String)
        case parameter(String)
        case end
        case other
    }

    /// Splits a statement into tokens, like SQLite's tokenizer, as far as it matters here.
    private struct Scanner {
        var rest: Substring.UTF8View

        mutating func next() -> Token? {
            while let byte = rest.first {
                switch byte {
                case UInt8(ascii: " "), 0x09...0x0D: rest.removeFirst()
                case UInt8(ascii: "-") where rest.dropFirst().first == byte: skip(to: 0x0A)
                case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"):
                    rest.removeFirst(2)
                    repeat { skip(to: UInt8(ascii: "*")) } while !rest.isEmpty && rest.first != UInt8(ascii: "/")
                    _ = rest.popFirst()
                default: return token(byte)
                }
            }
            return nil
        }

        private mutating func token(_ byte: UInt8) -> Token {
            if Self.isOfWord(byte) { return .word(word()) }
            rest.removeFirst()
            switch byte {
            case UInt8(ascii: ";"): return .end
            // A doubled quote ends one text and begins the next: that makes no difference here.
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skip(to: byte)
            case UInt8(ascii: "["): skip(to: UInt8(ascii: "]"))
            case UInt8(ascii: "?"): return .parameter("?" + word())
            case UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "$"):
                let name = word()
                if !name.isEmpty { return .parameter(String(Unicode.Scalar(byte)) + name) }
            default: break
            }
            return .other
        }

        private mutating func word() -> String {
            // A dollar sign may be in a name, but not at its beginning.
            let end = rest.firstIndex { !Self.isOfWord($0) && $0 != UInt8(ascii: "$") } ?? rest.endIndex
            defer { rest = rest[end...] }
            return String(decoding: rest[..<end], as: UTF8.self)
        }

        private static func isOfWord(_ byte: UInt8) -> Bool {
            byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte >= 0x80
        }

        /// Skips past the next `end`, or to the end of the text.
        private mutating func skip(to end: UInt8) {
            while let byte = rest.popFirst() {
                if byte == end { return }
            }
        }
    }
}
