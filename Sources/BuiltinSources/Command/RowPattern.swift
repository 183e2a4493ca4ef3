import SearchSource

/// How a row of text is divided: a string with names in braces, each in the place of a value:
/// `{name} ({section}) - {about}`.
///
/// A name matches as little as possible, up to the text after it; the last name matches all that is left. Blanks in the
/// pattern match one or more blanks, so that columns padded with blanks are divided too. Blanks at the ends of the
/// pattern and of a row do not count.
struct RowPattern: Sendable {
    private let parts: [TextTemplate.Part]
    /// The names, in order.
    let names: [String]

    init(_ value: DescribedValue) throws(DescriptionError) {
        let template = try TextTemplate(value)
        (parts, names) = (Self.trimmed(template.parts), template.names)
        guard !names.isEmpty else { throw value.fault("needs a name in braces: `{title}`") }
        guard Set(names.map(ExactText.init)).count == names.count else { throw value.fault("has a name twice") }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if case .name(let left) = part, case .name(let right) = next {
                throw value.fault("needs something between `{\(left)}` and `{\(right)}`, to tell where one ends")
            }
        }
    }

    /// Returns the value for each name in `row`; nil if the row does not match.
    func record(_ row: String) -> LineRecord? {
        var rest = Self.trimmed(row.utf8[...])
        var values: [String] = []
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                guard let behind = Self.behind(text, in: rest, at: rest.startIndex) else { return nil }
                rest = rest[behind...]
            case .name:
                guard let end = end(ofName: index, in: rest) else { return nil }
                values.append(String(Substring(rest[..<end])))
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? LineRecord(values, columns: names) : nil
    }

    /// Returns where the value of the name at this index of `parts` ends; nil if the row does not match.
    private func end(ofName index: Int, in rest: Substring.UTF8View) -> Substring.UTF8View.Index? {
        guard index + 1 < parts.count, case .text(let text) = parts[index + 1] else { return rest.endIndex }
        var (place, isBehindBlank) = (rest.startIndex, false)
        while place < rest.endIndex {
            let isBlank = Self.isBlank(rest[place])
            // Within a run of blanks, nothing matches that did not match at its beginning.
            if !(isBlank && isBehindBlank), let behind = Self.behind(text, in: rest, at: place),
                index + 2 < parts.count || behind == rest.endIndex
            {
                return place
            }
            isBehindBlank = isBlank
            place = rest.index(after: place)
        }
        return nil
    }

    /// Returns where `text` ends in `row`; nil if it is not at `place`.
    private static func behind(
        _ text: String, in row: Substring.UTF8View, at place: Substring.UTF8View.Index
    ) -> Substring.UTF8View.Index? {
        var place = place
        var isBehindBlank = false
        for byte in text.utf8 {
            if isBlank(byte) {
                if !isBehindBlank {
                    guard place < row.endIndex, isBlank(row[place]) else { return nil }
                    place = row[place...].firstIndex { !isBlank($0) } ?? row.endIndex
                }
                isBehindBlank = true
                continue
            }
            guard place < row.endIndex, row[place] == byte else { return nil }
            place = row.index(after: place)
            isBehindBlank = false
        }
        return place
    }

    /// Returns the parts without blanks at both ends.
    private static func trimmed(_ parts: [TextTemplate.Part]) -> [TextTemplate.Part] {
        var parts = parts
        if case .text(let text) = parts.first {
            parts[0] = .text(String(Substring(text.utf8.drop(while: isBlank))))
        }
        if case .text(let text) = parts.last {
            parts[parts.count - 1] = .text(String(Substring(trimmed(text.utf8[...], atStart: false))))
        }
        return parts.filter { if case .text("") = $0 { false } else { true } }
    }

    /// Returns the text without blanks at its end and, unless `atStart` is false, at its start.
    private static func trimmed(_ text: Substring.UTF8View, atStart: Bool = true) -> Substring.UTF8View {
        var text = atStart ? text.drop(while: isBlank) : text
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 0x09 }
}
