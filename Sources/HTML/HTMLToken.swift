/// A piece of a page.
public enum HTMLToken: Sendable {
    /// Text with character references in it.
    case text(HTMLText)
    /// The text of an element in which `<` and `&` have no meaning: a script, a style sheet.
    case literalText(HTMLText)
    /// `<name …>` or `<name …/>`
    case startTag(HTMLTag)
    /// `</name>`
    case endTag(HTMLTag)
}

/// A run of text.
public struct HTMLText: Sendable {
    let bytes: [UInt8]
    let range: Range<Int>
    let hasReferences: Bool

    /// The text with character references replaced.
    public var decoded: String { String(decoding: utf8, as: UTF8.self) }

    /// The same as bytes. Any invalid UTF-8 of the page is still in it; `decoded` has U+FFFD there.
    public var utf8: ArraySlice<UInt8> {
        let reference = bytes.index(of: UInt8(ascii: "&"), from: range.lowerBound, to: range.upperBound)
        return hasReferences && reference != nil ? HTMLEntity.decode(bytes[range]) : bytes[range]
    }
}

/// A tag.
public struct HTMLTag: Sendable {
    let bytes: [UInt8]
    let name: Range<Int>

    /// Whether the tag ends with `/>`. In HTML proper, that means nothing.
    public let isSelfClosing: Bool

    /// Whether the tag's name is `name`, ignoring case.
    public func isNamed(_ name: StaticString) -> Bool {
        name.utf8CodeUnitCount == self.name.count && bytes.has(name, at: self.name.lowerBound)
    }

    /// The value of the attribute `name`, ignoring case, with character references replaced; empty if it has no value,
    /// and nil if there is no such attribute. Of duplicates, the first one wins.
    public subscript(name: StaticString) -> String? {
        value(of: name).map { String(decoding: HTMLEntity.decode(bytes[$0], isAttribute: true), as: UTF8.self) }
    }

    /// Whether one of its classes is `name`. Case matters.
    public func hasClass(_ name: StaticString) -> Bool {
        guard let value = value(of: "class") else { return false }
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return bytes.withUnsafeBufferPointer { bytes in
            var start = value.lowerBound
            while start < value.upperBound {
                var end = start
                while end < value.upperBound, !bytes[end].isSpace { end += 1 }
                if end - start == name.count, name.indices.allSatisfy({ bytes[start + $0] == name[$0] }) { return true }
                start = end + 1
            }
            return false
        }
    }

    private func value(of name: StaticString) -> Range<Int>? {
        var scanner = HTMLAttributeScanner(bytes, from: self.name.upperBound)
        while let attribute = scanner.next() {
            if attribute.name.count == name.utf8CodeUnitCount, bytes.has(name, at: attribute.name.lowerBound) {
                return attribute.value
            }
        }
        return nil
    }
}
