import SearchSource

extension LineContents {
    // MARK: Ids

    /// Returns the id of a line: its text, or for a record its `id` or else its title. From the second line with the
    /// same key on, a line feed, which no line contains, and the number of the copy follow. So a line keeps its id when
    /// others come or go.
    private func id(_ key: String, copy: Int) -> String { copy == 1 ? key : "\(key)\n\(copy)" }

    /// Returns the index of the line with this id; nil if there is none.
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

    /// Returns the items for the lines with these indices, to be shown in a list.
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

    /// How many lines of the file a detail shows on each side of a line.
    private static let context = 20
    /// How many bytes these lines have together, unless it is only one: so few that nothing of them is cut off.
    private static let longestExcerpt = 1 << 18

    /// Returns a line with the lines around it, or a record with all its parts.
    func detail(_ index: Int, id: String) -> Detail {
        let (title, place) = (titles.text(index), location(index))
        if let record = record(index) { return scheme.members.detail(record, id: id, title: title, place) }
        let (text, shown) = excerpt(around: index)
        let language = Language.of(path: place.path)
        return Detail(
            id: id, title: title, text: text, format: language == nil ? nil : .code, language: language,
            location: scheme.pattern.place(in: title)?.location ?? place, range: shown...shown)
    }

    /// Returns a line with the lines around it, and which of them it is, from 1.
    private func excerpt(around index: Int) -> (text: String, shown: Int) {
        let number = table.number(index)
        var lines = neighbours(of: index, within: Self.context)[...]
        var size = lines.reduce(0) { $0 + titles.text($1).utf8.count }
        while size > Self.longestExcerpt, let first = lines.first, let last = lines.last, first < last {
            let isFirstFarther = number - table.number(first) > table.number(last) - number
            size -= titles.text(isFirstFarther ? lines.removeFirst() : lines.removeLast()).utf8.count
        }
        let first = lines.first.map(table.number) ?? number
        var (text, end) = ("", first)
        for line in lines {
            // Lines that were left out are blank.
            text += String(repeating: "\n", count: table.number(line) - end) + titles.text(line)
            end = table.number(line)
        }
        return (text, number - first + 1)
    }
}
