import Bytes
import SearchSource

// What a server says can be large, and whatever is made of it passes through the loop that serves everybody. What no
// list can hold and nobody reads is cut off here.

extension Page {
    /// Returns the page with texts of bounded length; an error if it has more items than a page may have.
    package func bounded() -> Result<Page, SourceError> {
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
    /// The maximum size of the text of a detail, in bytes: 1 MiB, or a third of that if most of it is escaped.
    private static let longestText = 1 << 20

    /// Returns the detail with texts of bounded length.
    func bounded() -> Result<Detail, SourceError> {
        var detail = self
        detail.title = title.cut(at: Item.longestText)
        detail.text = text.cut(at: Self.longestText)
        if detail.text.writtenSize > 2 * Self.longestText { detail.text = text.cut(at: Self.longestText / 3) }
        detail.range = range?.within(linesOf: detail.text)
        detail.url = url.flatMap(\.asAddress)
        detail.image = image.flatMap(\.asAddress)
        detail.location = location?.withinBounds
        detail.fields = fields.bounded()
        return .success(detail)
    }
}

extension ClosedRange<Int> {
    /// Returns those of these lines, counted from 1, that `text` has; nil if it has none of them.
    fileprivate func within(linesOf text: String) -> ClosedRange? {
        let last = text.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return lowerBound <= last ? lowerBound...Swift.min(upperBound, last) : nil
    }
}

extension Performed {
    /// The maximum size of a message, in bytes: 4 KiB, as for an error.
    private static let longestMessage = 1 << 12

    /// Returns the result with a message of bounded length, on one line.
    func bounded() -> Result<Performed, SourceError> {
        .success(Performed(message: message?.cut(at: Self.longestMessage).onOneLine, hasChanged: hasChanged))
    }
}

extension SourceError {
    /// The maximum size of a message, in bytes: 4 KiB. A log has no room for a longer one.
    private static let longestMessage = 1 << 12

    /// Returns the error with a message of bounded length, on one line: services send paragraphs, even whole pages.
    package func bounded() -> SourceError {
        var error = self
        error.message = message.cut(at: Self.longestMessage).onOneLine
        return error
    }
}

extension Item {
    /// Whether one of its texts may be longer than `longestText`.
    fileprivate var isTooLarge: Bool { textSize > Self.longestText }

    /// Returns the item with texts of bounded length. Addresses and names are useless unless whole, so longer ones are
    /// left out; an item whose id or `insert` is too long is left out altogether: then this returns nil.
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
    /// The location; nil if its path is longer than an address may be.
    fileprivate var withinBounds: Location? { path.asAddress == nil ? nil : self }
}

extension Fields {
    /// The maximum size of all fields, in bytes as written: 1 MiB. Nobody should have to wait while an item is written.
    private static let mostWritten = 1 << 20

    /// Returns the fields with texts of bounded length, as far as there is room for them.
    fileprivate func bounded() -> Fields {
        var bounded = Fields(minimumCapacity: fields.count)
        var room = Self.mostWritten
        for field in fields where field.name.asAddress != nil {
            var value = field.value
            var size = field.name.writtenSize
            if case .text(let text) = value {
                let shown = text.cut(at: Item.longestText)
                value = .text(shown)
                size += shown.writtenSize
            }
            guard size <= room else { continue }
            room -= size
            bounded.add(named: field.name, value)
        }
        return bounded
    }
}

extension Snippet {
    /// Returns the snippet, cut after `length` bytes and given an ellipsis if it is longer.
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
    /// The string; nil if it is longer than an address or a name may be.
    fileprivate var asAddress: String? { utf8.count <= Item.longestText ? self : nil }
}
