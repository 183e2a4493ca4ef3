import Bytes
import HTML
import JSON
import SearchSource

/// Makes plain text of pieces of HTML in which matches are marked, with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct SnippetReader {
    // Room that is used again for each snippet.
    private var html: [UInt8] = []
    /// What has been read so far, with a cut wherever a match begins or ends.
    private var text: [UInt8] = []
    private var isInMatch = false
    private var endsWithSpace = true

    /// The snippet of a piece of HTML that `fill` appends to an empty buffer; nil if there is no text in it.
    mutating func snippet(
        ofHTML fill: (inout [UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Snippet? {
        html.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        isInMatch = false
        endsWithSpace = true
        try fill(&html)
        let rest = html.count - takeMarkedText()
        if rest > 0 { for token in HTMLTokenizer(Array(html.suffix(rest))) { take(token) } }
        // Behind the last text there is nothing to tell apart.
        while let last = text.last, last == 0x20 || last == Snippet.cut { text.removeLast() }
        return text.isEmpty ? nil : Snippet(cutUTF8: text)
    }

    /// Takes text, and matches marked in just the way in which MediaWiki marks them: that is all there is in most
    /// snippets. Answers how far that went.
    private mutating func takeMarkedText() -> Int {
        var html: [UInt8] = []
        swap(&html, &self.html)
        defer { swap(&html, &self.html) }
        return html.withUnsafeBufferPointer { html in
            var position = 0
            while position < html.count {
                let markup = ByteScan.run(in: html, from: position) { word in
                    ByteScan.equal(word, UInt8(ascii: "<")) | ByteScan.equal(word, UInt8(ascii: "&"))
                }.end
                append(UnsafeBufferPointer(rebasing: html[position..<markup]))
                position = markup
                guard let length = lengthOfMark(in: html, at: position) else { break }
                cut()
                position += length
            }
            return position
        }
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
        case .text(let text): text.utf8.withUnsafeBufferPointer { append($0) }
        default: break
        }
    }

    /// Begins a match, or ends it.
    private mutating func cut() {
        text.append(Snippet.cut)
        isInMatch.toggle()
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        var position = 0
        while position < bytes.count {
            // What has single spaces only is taken in one piece.
            var spaceBefore: UInt64 = endsWithSpace ? 0x80 : 0
            let end = ByteScan.run(in: bytes, from: position) { word in
                let spaces = ByteScan.equal(word, 0x20)
                defer { spaceBefore = spaces &>> 56 }
                return spaces & (spaces &<< 8 | spaceBefore) | ByteScan.below(word, 0x20)
            }.end
            if position < end {
                text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<end]))
                endsWithSpace = bytes[end - 1] == 0x20
            }
            guard end < bytes.count else { return }
            append(bytes[end])
            position = end + 1
        }
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace || !endsWithSpace { text.append(isSpace ? 0x20 : byte) }
        endsWithSpace = isSpace
    }
}
