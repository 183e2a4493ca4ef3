import Bytes
import SearchSource

/// The text of a snippet in the making: its white space is one space, as it is where running text is shown, and there is
/// a cut wherever a match begins or ends.
struct PlainText {
    private var bytes: [UInt8] = []
    private var endsWithSpace = true

    /// Nothing yet, and room for `capacity` bytes.
    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Begins anew, in the same room.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        endsWithSpace = true
    }

    /// Begins a match, or ends it.
    mutating func cut() {
        bytes.append(Snippet.cut)
    }

    /// Appends `text` from `start` on; answers where it ends.
    ///
    /// - Parameter endsAtMarkup: Whether it ends in front of the first `<` or `&`.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0, endsAtMarkup: Bool = false) -> Int {
        let markup: UInt64 = endsAtMarkup ? .max : 0
        var position = start
        while position < text.count {
            // What has single spaces only is taken in one piece.
            var spaceBefore: UInt64 = endsWithSpace ? 0x80 : 0
            let end = ByteScan.run(in: text, from: position) { word in
                let spaces = ByteScan.equal(word, 0x20)
                defer { spaceBefore = spaces &>> 56 }
                return spaces & (spaces &<< 8 | spaceBefore) | ByteScan.below(word, 0x20)
                    | (ByteScan.equal(word, UInt8(ascii: "<")) | ByteScan.equal(word, UInt8(ascii: "&"))) & markup
            }.end
            if position < end {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[position..<end]))
                endsWithSpace = text[end - 1] == 0x20
            }
            guard end < text.count else { break }
            if endsAtMarkup, text[end] == UInt8(ascii: "<") || text[end] == UInt8(ascii: "&") { return end }
            append(text[end])
            position = end + 1
        }
        return text.count
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace || !endsWithSpace { bytes.append(isSpace ? 0x20 : byte) }
        endsWithSpace = isSpace
    }

    /// What there is; nil if that is nothing. Behind the last text nothing is told apart.
    var snippet: Snippet? {
        let end = bytes.lastIndex { $0 != 0x20 && $0 != Snippet.cut }
        return end.map { end in bytes.withUnsafeBufferPointer { Snippet(cutUTF8: $0[...end]) } }
    }
}
