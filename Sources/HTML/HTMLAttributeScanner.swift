/// Scans the attributes of a tag up to its end (WHATWG HTML, sections 13.2.5.32 to 13.2.5.40).
///
///     src=x   src = 'x'   src="x"alt="y"   checked   =odd   src=>   a/b
struct HTMLAttributeScanner {
    struct Attribute {
        let name: Range<Int>
        /// Empty if it has none.
        let value: Range<Int>
    }

    /// How a tag ends.
    enum End {
        /// `>`
        case plain
        /// `/>`
        case selfClosing
        /// The page ended within the tag.
        case missing
    }

    private let bytes: [UInt8]

    /// The offset of the next byte; after the tag once it has ended.
    private(set) var position: Int

    /// How the tag ended, once `next` has returned nil.
    private(set) var end = End.missing

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the next attribute, or nil at the end of the tag.
    mutating func next() -> Attribute? {
        var isBehindSlash = false
        while position < bytes.count, bytes[position].isSpace || bytes[position] == UInt8(ascii: "/") {
            isBehindSlash = bytes[position] == UInt8(ascii: "/")
            position += 1
        }
        guard position < bytes.count else { return nil }
        if bytes[position] == UInt8(ascii: ">") {
            position += 1
            end = isBehindSlash ? .selfClosing : .plain
            return nil
        }
        let start = position
        position += 1  // Even an `=`: a name has at least one character.
        while position < bytes.count, !endsName(bytes[position]) { position += 1 }
        let name = start..<position
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return Attribute(name: name, value: position..<position)
        }
        position += 1
        skipSpace()
        return value().map { Attribute(name: name, value: $0) }
    }

    private mutating func value() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let start: Int
        let quote = bytes[position]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            start = position + 1
            position = bytes.index(of: quote, from: start)
            // The page ends within the value, and so within the tag.
            guard position < bytes.count else { return nil }
            position += 1
            return start..<(position - 1)
        }
        start = position
        while position < bytes.count, !bytes[position].isSpace, bytes[position] != UInt8(ascii: ">") { position += 1 }
        return start..<position
    }

    private mutating func skipSpace() {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
    }

    private func endsName(_ byte: UInt8) -> Bool {
        byte.isSpace || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
