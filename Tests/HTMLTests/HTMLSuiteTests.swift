import Foundation
import Testing

@testable import HTML

/// The tokenizer tests of html5lib-tests, which browsers are also tested with.
///
/// Left out are tests that begin in a state that no page leads this tokenizer to, doctypes and comments, which it
/// skips, and what Unicode text cannot represent. Line ends and U+0000 are passed through: browsers handle them before
/// or after their tokenizer.
@Suite struct HTMLSuiteTests {
    static let files = [
        "contentModelFlags", "domjs", "entities", "escapeFlag", "namedEntities", "numericEntities", "test1", "test2",
        "test3", "test4", "unicodeChars", "unicodeCharsProblematic",
    ]

    @Test(arguments: files)
    func everyPageIsTokenizedAsBrowsersDoIt(_ file: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "html5lib-tests")
        let data = try Data(contentsOf: folder.appending(path: "\(file).json"))
        let suite = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let tests = try #require(suite["tests"] as? [[String: Any]])
        var run = 0
        for test in tests {
            guard let page = Self.text(test["input"], of: test), let output = test["output"] as? [Any],
                let expected = Self.expected(output, of: test)
            else { continue }
            for state in test["initialStates"] as? [String] ?? ["Data state"] {
                guard let start = Self.start(of: state, lastStartTag: test["lastStartTag"] as? String) else { continue }
                run += 1
                let found = Self.found(in: start.isEmpty ? page : "<\(start)>\(page)")
                #expect(
                    found == Self.joined(start.isEmpty ? expected : [.start(start, [:])] + expected),
                    "\(test["description"] ?? "") in \(state): \(page.debugDescription)")
            }
        }
        #expect(run > 0)
    }

    /// The form in which both sides are compared.
    enum Piece: Equatable {
        case text(String)
        case start(String, [String: String])
        case end(String)
    }

    /// Returns the start tag that leads to a state, empty if none is needed; nil if nothing leads there.
    static func start(of state: String, lastStartTag: String?) -> String? {
        switch (state, lastStartTag) {
        case ("Data state", _): ""
        case ("RCDATA state", nil), ("RCDATA state", "textarea"): "textarea"
        case ("RAWTEXT state", nil), ("RAWTEXT state", "xmp"): "xmp"
        case ("Script data state", nil), ("Script data state", "script"): "script"
        default: nil
        }
    }

    static func found(in page: String) -> [Piece] {
        let lines = page.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
        // A U+FEFF at the very beginning is a byte order mark.
        let bytes = Array("\u{FEFF}\(lines)".utf8)
        return joined(
            HTMLTokenizer(bytes).map { token in
                switch token {
                case .text(let text), .literalText(let text): .text(text.decoded)
                case .startTag(let tag): .start(name(tag), attributes(of: tag))
                case .endTag(let tag): .end(name(tag))
                }
            })
    }

    static func name(_ tag: HTMLTag) -> String { lowercased(tag.bytes[tag.name]) }

    static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    static func attributes(of tag: HTMLTag) -> [String: String] {
        var scanner = HTMLAttributeScanner(tag.bytes, from: tag.name.upperBound)
        var attributes: [String: String] = [:]
        while let attribute = scanner.next() {
            let name = lowercased(tag.bytes[attribute.name])
            let value = HTMLEntity.decode(tag.bytes[attribute.value], isAttribute: true)
            if attributes[name] == nil { attributes[name] = String(decoding: value, as: UTF8.self) }
        }
        return attributes
    }

    /// Returns the expected pieces; nil if any of them is not Unicode text.
    static func expected(_ output: [Any], of test: [String: Any]) -> [Piece]? {
        var pieces: [Piece] = []
        for case let token as [Any] in output {
            let parts = token.dropFirst().map { text($0, of: test) }
            switch token.first as? String {
            case "Character":
                guard let text = parts[0] else { return nil }
                pieces.append(.text(text))
            case "StartTag":
                guard let name = parts[0], let attributes = token[2] as? [String: Any] else { return nil }
                var values: [String: String] = [:]
                for (key, value) in attributes {
                    guard let key = text(key, of: test), let value = text(value, of: test) else { return nil }
                    values[key] = value
                }
                pieces.append(.start(name, values))
            case "EndTag":
                guard let name = parts[0] else { return nil }
                pieces.append(.end(name))
            default: break
            }
        }
        return pieces
    }

    /// Returns a string of a test, which may be escaped once more.
    static func text(_ value: Any?, of test: [String: Any]) -> String? {
        guard let text = value as? String else { return nil }
        guard test["doubleEscaped"] as? Bool == true else { return text }
        let escaped = text.replacingOccurrences(of: "\"", with: "\\\"")
        return try? JSONSerialization.jsonObject(with: Data("\"\(escaped)\"".utf8), options: .fragmentsAllowed)
            as? String
    }

    /// Returns the pieces with each run of text joined, and U+0000 replaced by what browsers show for it.
    static func joined(_ pieces: [Piece]) -> [Piece] {
        func shown(_ text: String) -> String { text.replacingOccurrences(of: "\0", with: "\u{FFFD}") }
        var joined: [Piece] = []
        for piece in pieces {
            switch (piece, joined.last) {
            case (.text(let text), .text(let before)?):
                joined[joined.count - 1] = .text(before + shown(text))
            case (.text(let text), _):
                joined.append(.text(shown(text)))
            case (.start(let name, let attributes), _):
                let shownOnes = attributes.map { (shown($0), shown($1)) }
                joined.append(.start(shown(name), Dictionary(shownOnes) { first, _ in first }))
            case (.end(let name), _):
                joined.append(.end(shown(name)))
            }
        }
        return joined
    }
}
