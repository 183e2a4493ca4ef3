import Bytes
import HTML
import JSON
import SearchSource

/// Makes plain text of pieces of HTML in which matches are marked, with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct SnippetReader {
    /// What has been read so far, with a cut wherever a match begins or ends. Its room is used again for each snippet.
    private var text: [UInt8] = []
    private var isInMatch = false
    private var endsWithSpace = true

    /// The snippet of a piece of HTML; nil if there is no text in it.
    mutating func snippet(ofHTML html: UnsafeBufferPointer<UInt8>) -> Snippet? {
        text.removeAll(keepingCapacity: true)
        isInMatch = false
        endsWithSpace = true
        let rest = html[takeMarkedText(in: html)...]
        if !rest.isEmpty { for token in HTMLTokenizer(Array(rest)) { take(token) } }
        // Behind the last text there is nothing to tell apart.
        while let last = text.last, last == 0x20 || last == Snippet.cut { text.removeLast() }
        return text.isEmpty ? nil : Snippet(cutUTF8: text)
    }

    /// Takes text, and matches marked in just the way in which MediaWiki marks them: that is all there is in most
    /// snippets. Answers how far that went.
    private mutating func takeMarkedText(in html: UnsafeBufferPointer<UInt8>) -> Int {
        var position = append(html, from: 0, endsAtMarkup: true)
        while position < html.count, let length = lengthOfMark(in: html, at: position) {
            cut()
            position = append(html, from: position + length, endsAtMarkup: true)
        }
        return position
    }

    /// How long the mark is at which a match begins or ends; nil if there is something else.
    private func lengthOfMark(in html: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
        func length(_ mark: StaticString) -> Int? {
            let end = position + mark.utf8CodeUnitCount
            guard end <= html.count, mark ~= html.extracting(position..<end).span else { return nil }
            return mark.utf8CodeUnitCount
        }
        if isInMatch { return length("</span>") }
        return length(#"<span class="searchmatch">"#) ?? length("<span class='searchmatch'>")
    }

    private mutating func take(_ token: HTMLToken) {
        switch token {
        case .startTag(let tag) where !isInMatch && tag.isNamed("span") && tag.hasClass("searchmatch"),
            .endTag(let tag) where isInMatch && tag.isNamed("span"):
            cut()
        case .text(let text): text.utf8.withUnsafeBufferPointer { _ = append($0, from: 0, endsAtMarkup: false) }
        default: break
        }
    }

    /// Begins a match, or ends it.
    private mutating func cut() {
        text.append(Snippet.cut)
        isInMatch.toggle()
    }

    /// Appends text with its white space made one space; answers where it ends.
    private mutating func append(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, endsAtMarkup: Bool
    ) -> Int {
        let markup: UInt64 = endsAtMarkup ? .max : 0
        var position = start
        while position < bytes.count {
            // What has single spaces only is taken in one piece.
            var spaceBefore: UInt64 = endsWithSpace ? 0x80 : 0
            let end = ByteScan.run(in: bytes, from: position) { word in
                let spaces = ByteScan.equal(word, 0x20)
                defer { spaceBefore = spaces &>> 56 }
                return spaces & (spaces &<< 8 | spaceBefore) | ByteScan.below(word, 0x20)
                    | (ByteScan.equal(word, UInt8(ascii: "<")) | ByteScan.equal(word, UInt8(ascii: "&"))) & markup
            }.end
            if position < end {
                text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<end]))
                endsWithSpace = bytes[end - 1] == 0x20
            }
            guard end < bytes.count else { break }
            if endsAtMarkup, bytes[end] == UInt8(ascii: "<") || bytes[end] == UInt8(ascii: "&") { return end }
            append(bytes[end])
            position = end + 1
        }
        return bytes.count
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace || !endsWithSpace { text.append(isSpace ? 0x20 : byte) }
        endsWithSpace = isSpace
    }
}
