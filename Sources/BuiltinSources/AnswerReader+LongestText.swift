extension AnswerReader {
    /// How many bytes of a text are read: 4 MiB. Of no text more than one is shown, also of one in HTML, of which tags take the
    /// most; and what is made of longer ones takes room, and time.
    static let longestText = 4 << 20
}

extension String {
    /// The text, or as much of it as is read of one.
    consuming func asLongAsIsRead() -> String {
        guard utf8.count > AnswerReader.longestText else { return self }
        var text = self
        return text.withUTF8 { String(decoding: $0.asLongAsIsRead, as: UTF8.self) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The same of UTF-8; no character is cut in two.
    var asLongAsIsRead: UnsafeBufferPointer {
        guard count > AnswerReader.longestText else { return self }
        var end = AnswerReader.longestText
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[..<end])
    }
}
