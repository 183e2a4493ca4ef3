import SearchSource

/// How a row of text is divided: a text with names in braces, each for what stands there: `{name} ({section}) - {about}`.
///
/// A name stands for as little as it can, up to the text behind it; the last one for all that is left. Blanks in the pattern stand
/// for any number of blanks, so that columns which are filled up with them are divided, too.
struct RowPattern: Sendable {
    private let parts: [TextTemplate.Part]
    /// The names, in their order.
    let names: [String]

    init(_ value: DescribedValue) throws(DescriptionError) {
        let template = try TextTemplate(value)
        (parts, names) = (template.parts, template.names)
        guard !names.isEmpty else { throw value.fault("needs a name in braces: `{title}`") }
        guard Set(names.map(ExactText.init)).count == names.count else { throw value.fault("has a name twice") }
        for (part, next) in zip(parts, parts.dropFirst()) {
            if case .name(let left) = part, case .name(let right) = next {
                throw value.fault("needs something between `{\(left)}` and `{\(right)}`, which tells them apart")
            }
        }
    }

    /// What the row has for each name; nil if it is no such row.
    func record(_ row: String) -> LineRecord? {
        var rest = row.utf8[...]
        rest = rest.drop(while: Self.isBlank)
        while let last = rest.last, Self.isBlank(last) { rest.removeLast() }
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

    /// Where what the name stands for ends that is the part with this index.
    private func end(ofName index: Int, in rest: Substring.UTF8View) -> Substring.UTF8View.Index? {
        guard index + 1 < parts.count, case .text(let text) = parts[index + 1] else { return rest.endIndex }
        var (place, isBehindBlank) = (rest.startIndex, false)
        while place < rest.endIndex {
            let isBlank = Self.isBlank(rest[place])
            // Within a run of blanks there is nothing to find that was not at its beginning.
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

    /// Where `text` ends in `row`, if it stands at `place`.
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

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == 0x09 }
}
