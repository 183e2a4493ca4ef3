import Bytes
import SearchSource

// What a server says can be large, and whatever is made of it passes through the loop that serves everybody: what no
// list has, and nobody reads, ends here.

extension Page {
    /// The page with texts of bounded length; an error if it has more items than any page has.
    func bounded() -> Result<Page, SourceError> {
        guard items.count <= Self.mostItems else {
            let message = "The answer has \(items.count) items; at most \(Self.mostItems) are taken at once"
            return .failure(SourceError(.decode, message))
        }
        var page = self
        if items.contains(where: \.isTooLarge) { page.items = items.compactMap { $0.isTooLarge ? $0.bounded() : $0 } }
        page.suggestion = suggestion?.cut(at: Item.longestText)
        return .success(page)
    }
}

extension Detail {
    /// The most bytes of the text of a detail: 1 MiB, and of one of which most is escaped a third of that.
    private static let longestText = 1 << 20

    /// The detail with texts of bounded length.
    func bounded() -> Result<Detail, SourceError> {
        var detail = self
        detail.title = title.cut(at: Item.longestText)
        detail.text = text.cut(at: Self.longestText)
        if detail.text.writtenSize > 2 * Self.longestText { detail.text = text.cut(at: Self.longestText / 3) }
        detail.url = url.flatMap(\.asAddress)
        detail.image = image.flatMap(\.asAddress)
        detail.location = location?.withinBounds
        detail.fields = fields.bounded()
        return .success(detail)
    }
}

extension Performed {
    /// The most bytes of a message: 4 KiB, as of that of an error.
    private static let longestMessage = 1 << 12

    /// What was done, with a message of bounded length, on one line.
    func bounded() -> Result<Performed, SourceError> {
        .success(Performed(message: message?.cut(at: Self.longestMessage).onOneLine, hasChanged: hasChanged))
    }
}

extension SourceError {
    /// The most bytes of a message: 4 KiB. A log has room for no longer one.
    private static let longestMessage = 1 << 12

    /// The error with a message of bounded length, on one line: services send paragraphs, and pages.
    func bounded() -> SourceError {
        var error = self
        error.message = message.cut(at: Self.longestMessage).onOneLine
        return error
    }
}

extension Item {
    /// The most bytes of a text of an item, of an address and of a name: 64 KiB.
    fileprivate static let longestText = 1 << 16

    /// The most bytes of what an item is known by, and of what is inserted for it, as they are written: 1 MiB, as of a message
    /// of the client's.
    private static let longestInsert = 1 << 20

    /// Whether one of its texts may be longer.
    fileprivate var isTooLarge: Bool { textSize > Self.longestText }

    /// The item with texts of bounded length. Addresses and names are whole or useless: longer ones are left out, and so is
    /// an item of which nobody could say which it is, or that nobody could insert.
    fileprivate func bounded() -> Item? {
        guard max(id.writtenSize, insert?.writtenSize ?? 0) <= Self.longestInsert else { return nil }
        var item = self
        item.title = title.cut(at: Self.longestText)
        item.snippet = snippet?.cut(at: Self.longestText)
        item.url = url.flatMap(\.asAddress)
        item.image = image.flatMap(\.asAddress)
        item.location = location?.withinBounds
        item.actions.removeAll { $0.name.asAddress == nil }
        for index in item.actions.indices {
            item.actions[index].title = item.actions[index].title.cut(at: Self.longestText)
        }
        item.fields = fields.bounded()
        return item
    }
}

extension Location {
    /// The place, unless its path is longer than any address.
    fileprivate var withinBounds: Location? { path.asAddress == nil ? nil : self }
}

extension Fields {
    /// The most bytes of all fields, as they are written: 1 MiB. Nobody is to wait while an item is.
    private static let mostWritten = 1 << 20

    /// The fields with texts of bounded length, as far as there is room for them.
    fileprivate func bounded() -> Fields {
        var bounded = Fields(minimumCapacity: fields.count)
        var room = Self.mostWritten
        for field in fields where field.name.asAddress != nil {
            var value = field.value
            room -= field.name.writtenSize
            if case .text(let text) = value {
                let shown = text.cut(at: Item.longestText)
                value = .text(shown)
                room -= shown.writtenSize
            }
            if room >= 0 { bounded[field.name] = value }
        }
        return bounded
    }
}

extension Snippet {
    /// The snippet with an ellipsis behind `length` bytes, if it is longer.
    fileprivate func cut(at length: Int) -> Snippet {
        guard size > length else { return self }
        var shown: [String] = []
        var left = length
        for part in parts where left >= 0 {
            shown.append(part.cut(at: left))
            left -= part.utf8.count
        }
        return Snippet(parts: shown)
    }
}

extension String {
    /// How many bytes it takes in a message, at most: controls are escaped, and the separators of lines.
    fileprivate var writtenSize: Int {
        utf8.reduce(0) { size, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08...0x0A, 0x0C, 0x0D: size + 2
            case 0..<0x20: size + 6
            case 0xC2, 0xE2: size + 5
            default: size + 1
            }
        }
    }

    /// The text, unless it is longer than any address or name.
    fileprivate var asAddress: String? { utf8.count <= Item.longestText ? self : nil }

    /// The text with an ellipsis behind `length` bytes, if it is longer; no character is cut in two.
    func cut(at length: Int) -> String {
        guard utf8.count > length else { return self }
        var end = utf8.index(startIndex, offsetBy: length)
        // Back to where a scalar begins.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }
}
