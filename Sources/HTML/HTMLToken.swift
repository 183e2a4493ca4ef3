/// A piece of a page.
public enum HTMLToken: Sendable {
    /// Text with character references in it.
    case text(HTMLText)
    /// The text of an element in which `<` and `&` mean nothing: a script, a style sheet.
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

    /// The text as it is read. Bytes that are not UTF-8 become U+FFFD.
    public var decoded: String {
        hasReferences ? HTMLEntity.decode(bytes[range]) : String(decoding: bytes[range], as: UTF8.self)
    }
}

/// A tag.
public struct HTMLTag: Sendable {
    let bytes: [UInt8]
    let name: Range<Int>

    /// Whether the tag ends with `/>`. In HTML proper, that means nothing.
    public let isSelfClosing: Bool

    /// Whether the tag is called `name`, in letters of any case.
    public func isNamed(_ name: StaticString) -> Bool {
        name.utf8CodeUnitCount == self.name.count && bytes.has(name, at: self.name.lowerBound)
    }

    /// The value of the attribute `name`, in letters of any case, with character references replaced; empty if it has
    /// none. Of two attributes with one name, the first counts.
    public subscript(name: StaticString) -> String? {
        var scanner = HTMLAttributeScanner(bytes, from: self.name.upperBound)
        while let attribute = scanner.next() {
            if attribute.name.count == name.utf8CodeUnitCount, bytes.has(name, at: attribute.name.lowerBound) {
                return HTMLEntity.decode(bytes[attribute.value], isAttribute: true)
            }
        }
        return nil
    }
}
