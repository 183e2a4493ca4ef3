import HTTP
import SearchSource

/// A string with names in braces, which are replaced by text: `{title} ({year})`. A doubled brace stands for one.
struct TextTemplate: Hashable, Sendable {
    /// A part of the template.
    enum Part: Hashable {
        case text(String)
        case name(String)
    }

    /// The parts, none of them empty.
    private(set) var parts: [Part] = []

    /// The maximum size of a template, in bytes.
    private static let longest = 4096

    init(_ value: DescribedValue) throws(DescriptionError) {
        let text = try value.string("a string, with names in braces: `{title}`")
        guard text.utf8.count <= Self.longest else { throw value.fault("is longer than \(Self.longest) bytes") }
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        var rest = text.utf8[...]
        var literal: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == open || byte == close, rest.first == byte {
                literal.append(byte)
                rest.removeFirst()
            } else if byte == open {
                guard let end = rest.firstIndex(of: close), end > rest.startIndex else {
                    throw value.fault("has a `{` that is not followed by a name and a `}`; `{{` stands for a brace")
                }
                append(literal)
                literal = []
                parts.append(.name(String(Substring(rest[..<end]))))
                rest = rest[rest.index(after: end)...]
            } else if byte == close {
                throw value.fault("has a `}` without a `{`; `}}` stands for a brace")
            } else {
                literal.append(byte)
            }
        }
        append(literal)
    }

    private mutating func append(_ literal: [UInt8]) {
        if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
    }

    /// Whether it begins with a name, whose value then decides how the result begins.
    var beginsWithName: Bool {
        if case .name = parts.first { true } else { false }
    }

    /// The names in braces.
    var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// Returns the template with each name replaced by what `text` returns for it; nil if that is nil for any of them.
    ///
    /// - Parameter isURL: Whether to percent-encode the values, unless the template is a single name and nothing else.
    func filled(isURL: Bool, _ text: (String) -> String?) -> String? {
        var filled = ""
        for part in parts {
            switch part {
            case .text(let literal): filled += literal
            case .name(let name):
                guard let value = text(name) else { return nil }
                filled += isURL && parts.count > 1 ? PercentEncoding.encode(value) : value
            }
        }
        return filled
    }
}
