import SearchSource

extension LineContents {
    // MARK: Ids

    /// The id of a line is its text, and that of a record its `id`, or else its title. The second and every later line with
    /// the same has behind that a line feed, which no line has, and which copy it is. So an id goes with its line when
    /// others come or go.
    private func id(_ key: String, copy: Int) -> String { copy == 1 ? key : "\(key)\n\(copy)" }

    /// The line with this id; nil if there is none.
    func index(of id: String) -> Int? {
        let parts = id.utf8.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        var key = parts.first.map { String(Substring($0)) } ?? ""
        var copy = 1
        if let number = parts.dropFirst().first.map({ String(Substring($0)) }) {
            guard let value = Int(number), value > 1, number.hasSameBytes(as: String(value)) else { return nil }
            copy = value
        }
        guard let index = table.index(of: key.withUTF8(Self.hash), copy: copy) else { return nil }
        let found = record(index).flatMap(scheme.members.key) ?? titles.text(index)
        return found.hasSameBytes(as: key) ? index : nil
    }

    // MARK: Items

    /// The lines with these indices, to be shown in a list.
    func items(_ indices: [Int]) -> [Item] {
        let copies = table.copies(of: indices)
        return indices.map { index in
            let (title, location, copy) = (titles.text(index), location(index), copies[index] ?? 1)
            if let record = record(index) {
                let id = id(scheme.members.key(of: record) ?? title, copy: copy)
                return scheme.members.item(record, id: id, title: title, location)
            }
            let place = scheme.pattern.place(in: title)
            return Item(
                id: id(title, copy: copy), title: title, insert: place.map { String(Substring($0.text)) } ?? title,
                kind: .line, location: place?.location ?? location)
        }
    }

    // MARK: Details

    /// How many lines of the file stand around a line that is shown at full length, on each side.
    private static let context = 20

    /// A line among those that stand around it, or a record with all its parts.
    func detail(_ index: Int, id: String) -> Detail {
        let (title, place) = (titles.text(index), location(index))
        if let record = record(index) { return scheme.members.detail(record, id: id, title: title, place) }
        let (text, shown) = excerpt(around: index)
        let language = Language.of(path: place.path)
        return Detail(
            id: id, title: title, text: text, format: language == nil ? nil : .code, language: language,
            location: scheme.pattern.place(in: title)?.location ?? place, range: shown...shown)
    }

    /// A line and those around it, and which of them it is, from 1.
    private func excerpt(around index: Int) -> (text: String, shown: Int) {
        let (number, around) = (table.number(index), neighbours(of: index))
        var (first, last) = (index, index)
        while first > around.lowerBound, table.number(first - 1) >= number - Self.context { first -= 1 }
        while last + 1 < around.upperBound, table.number(last + 1) <= number + Self.context { last += 1 }
        var text = ""
        for line in first...last {
            // Lines that were left out are blank.
            let gap = line == first ? 0 : table.number(line) - table.number(line - 1)
            text += String(repeating: "\n", count: gap) + titles.text(line)
        }
        return (text, number - table.number(first) + 1)
    }
}
