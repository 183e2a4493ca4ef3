import JSON

/// Lines of tab-separated columns, made of the values of a document.
struct Lines {
    let document: JSONDocument
    private(set) var bytes: [UInt8] = []

    init(_ document: JSONDocument) {
        self.document = document
    }

    /// Appends a line of this kind, with the columns that `columns` writes.
    mutating func line(_ kind: StaticString, _ columns: (inout Lines) -> Void) {
        bytes += UnsafeBufferPointer(start: kind.utf8Start, count: kind.utf8CodeUnitCount)
        columns(&self)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a column for each of these members of an object.
    mutating func members(_ names: StaticString..., of object: JSONDocument.Node) {
        for name in names { text(document.member(name, of: object)) }
    }

    /// Appends a column with a number.
    mutating func column(_ number: Int) {
        column(String(number).utf8)
    }

    /// Appends a column of text, with unprintable characters as U+FFFD; if empty, as `-`, or as nothing if `orNothing`.
    mutating func column(_ text: some Collection<UInt8>, orNothing: Bool = false) {
        bytes.append(UInt8(ascii: "\t"))
        if text.isEmpty, !orNothing { bytes.append(UInt8(ascii: "-")) }
        append(text)
    }

    /// Appends a column with the readable form of a value: the text of a string, the strings of an array joined, the
    /// names of an array of objects, a number; `-` if there is no value, or nothing if `orNothing`.
    mutating func text(_ node: JSONDocument.Node?, orNothing: Bool = false) {
        guard let node, !document.isNull(node) else { return column([], orNothing: orNothing) }
        switch document.kind(node) {
        case .string?: column(Array((document.string(node) ?? "").utf8), orNothing: orNothing)
        case .array?:
            let elements = Array(document.elements(of: node))
            let words = elements.compactMap(document.string)
            let names = elements.compactMap { document.member("name", of: $0).flatMap(document.string) }
            column(Array((words.joined() + names.joined(separator: ", ")).utf8), orNothing: orNothing)
        default: json(node)
        }
    }

    /// Appends a column with a value as JSON, with unprintable characters escaped; `other` if there is no value.
    mutating func json(_ node: JSONDocument.Node?, orElse other: StaticString = "-") {
        bytes.append(UInt8(ascii: "\t"))
        if let range = node.flatMap(document.range) {
            append(document.bytes[range], replacing: \.jsonEscape)
        } else {
            bytes += UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount)
        }
    }

    /// Appends text, with each unprintable character replaced.
    private mutating func append(
        _ text: some Collection<UInt8>, replacing: (Unicode.Scalar) -> String = { _ in String(.replacement) }
    ) {
        // Most of the text in rows is ASCII, which need not be decoded.
        let isPlain = { (0x20..<0x7F).contains($0 as UInt8) }
        var rest = text[...]
        while !rest.isEmpty {
            let plain = rest.prefix(while: isPlain)
            bytes += plain
            let other = rest[plain.endIndex...].prefix { !isPlain($0) }
            for scalar in String(decoding: other, as: UTF8.self).unicodeScalars {
                bytes += (scalar.isPrintable ? String(scalar) : replacing(scalar)).utf8
            }
            rest = rest[other.endIndex...]
        }
    }
}

extension Unicode.Scalar {
    /// The scalar as JSON escapes: one or two UTF-16 code units.
    fileprivate var jsonEscape: String {
        utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
