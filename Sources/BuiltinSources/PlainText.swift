import Bytes
import SearchSource

/// Builds the text of a snippet: each run of white space becomes one space, as in running text, and there is a cut
/// wherever a match begins or ends.
struct PlainText {
    private var bytes: [UInt8] = []
    private var endsWithSpace = true

    /// Creates empty text, with room for `capacity` bytes.
    init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Empties the text and keeps its storage.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        endsWithSpace = true
    }

    /// Begins or ends a match.
    mutating func cut() {
        bytes.append(Snippet.cut)
    }

    /// Appends `text` from `start` on; returns where it stopped.
    ///
    /// - Parameter endsAtMarkup: Whether to stop before the first `<` or `&`.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, from start: Int = 0, endsAtMarkup: Bool = false) -> Int {
        let markup: UInt64 = endsAtMarkup ? .max : 0
        var position = start
        while position < text.count {
            // A run with only single spaces is appended in one piece.
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

    /// Appends white space.
    mutating func separate() {
        append(0x20)
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace || !endsWithSpace { bytes.append(isSpace ? 0x20 : byte) }
        endsWithSpace = isSpace
    }

    /// The snippet; nil if there is no text. Cuts and spaces after the last text are dropped.
    var snippet: Snippet? {
        let end = bytes.lastIndex { $0 != 0x20 && $0 != Snippet.cut }
        return end.map { end in bytes.withUnsafeBufferPointer { Snippet(cutUTF8: $0[...end]) } }
    }
}
