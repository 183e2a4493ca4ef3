extension AnswerReader {
    /// How many bytes of a string are read: 4 MiB. At most 1 MiB of any text is shown, even if it comes from HTML,
    /// which may be mostly tags. Longer strings would only cost memory and time.
    static let longestText = 4 << 20
}

extension String {
    /// Returns the string, cut off after the first `longestText` bytes.
    consuming func asLongAsIsRead() -> String {
        guard utf8.count > AnswerReader.longestText else { return self }
        var text = self
        return text.withUTF8 { String(decoding: $0.asLongAsIsRead, as: UTF8.self) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The same for UTF-8; no character is cut in two.
    var asLongAsIsRead: UnsafeBufferPointer {
        guard count > AnswerReader.longestText else { return self }
        var end = AnswerReader.longestText
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[..<end])
    }
}
