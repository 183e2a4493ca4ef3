import Bytes
import HTML
import SearchSource

/// Makes plain text of pieces of HTML in which matches are marked, with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct SnippetReader {
    // Room that is used again for each snippet.
    private var html: [UInt8] = []
    private var text: [UInt8] = []
    /// Where matches and what lies between them end.
    private var cuts: [Int] = []
    private var endsWithSpace = true

    /// The snippet of a piece of HTML that `fill` appends to an empty buffer; nil if there is no text in it.
    mutating func snippet(
        ofHTML fill: (inout [UInt8]) throws(SourceError) -> Void
    ) throws(SourceError) -> Snippet? {
        html.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        cuts.removeAll(keepingCapacity: true)
        endsWithSpace = true
        try fill(&html)
        text.reserveCapacity(html.count)
        let rest = html.count - takeMarkedText()
        if rest > 0 { for token in HTMLTokenizer(Array(html.suffix(rest))) { take(token) } }
        return finished()
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
                cuts.append(text.count)
                position += length
            }
            return position
        }
    }

    /// How long the mark is at which a match begins or ends; nil if there is something else.
    private func lengthOfMark(in html: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
        func length(_ mark: StaticString) -> Int? {
            let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
            guard position + mark.count <= html.count else { return nil }
            for (offset, byte) in mark.enumerated() where html[position + offset] != byte { return nil }
            return mark.count
        }
        if isInMatch { return length("</span>") }
        return length(#"<span class="searchmatch">"#) ?? length("<span class='searchmatch'>")
    }

    private var isInMatch: Bool { cuts.count % 2 == 1 }

    private mutating func take(_ token: HTMLToken) {
        switch token {
        case .startTag(let tag) where !isInMatch && tag.isNamed("span") && tag.hasClass("searchmatch"),
            .endTag(let tag) where isInMatch && tag.isNamed("span"):
            cuts.append(text.count)
        case .text(let text): text.utf8.withUnsafeBufferPointer { append($0) }
        default: break
        }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !bytes.isEmpty else { return }
        // What stays as it is is taken in one piece.
        var start = 0
        var index = 0
        // Behind the last space.
        var spaceEnd = endsWithSpace ? 0 : -1
        while index < bytes.count {
            let byte = bytes[index]
            if byte <= 0x20, byte == 0x20 || (0x09...0x0D).contains(byte) {
                if byte != 0x20 || spaceEnd == index {
                    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                    if spaceEnd != index { text.append(0x20) }
                    start = index + 1
                }
                spaceEnd = index + 1
            }
            index += 1
        }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        endsWithSpace = spaceEnd == bytes.count
    }

    private mutating func finished() -> Snippet? {
        if endsWithSpace, !text.isEmpty { text.removeLast() }
        if text.isEmpty { return nil }
        // Behind the last text there is nothing to tell apart.
        while let last = cuts.last, last >= text.count { cuts.removeLast() }
        return text.withUnsafeBufferPointer { Snippet(utf8: $0, cuts: cuts[...]) }
    }
}
