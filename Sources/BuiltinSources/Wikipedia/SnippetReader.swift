import HTML
import JSON
import SearchSource

/// Converts pieces of HTML in which matches are marked to plain text, with the matches kept apart.
///
/// A match is the content of a `span` of the class `searchmatch`, however the attribute is quoted. Other tags are
/// dropped, character references are decoded, and white space collapses to one space, as it does where HTML is shown.
struct SnippetReader {
    /// The text that has been read so far. Its storage is reused for each snippet.
    private var text = PlainText()
    private var isInMatch = false

    /// Returns the snippet of a piece of HTML; nil if there is no text in it.
    mutating func snippet(ofHTML html: UnsafeBufferPointer<UInt8>) -> Snippet? {
        text.removeAll()
        isInMatch = false
        let rest = html[takeMarkedText(in: html)...]
        if !rest.isEmpty { for token in HTMLTokenizer(Array(rest)) { take(token) } }
        return text.snippet
    }

    /// Takes text, and matches marked exactly as MediaWiki marks them, which is all there is in most snippets. Returns
    /// how far it got.
    private mutating func takeMarkedText(in html: UnsafeBufferPointer<UInt8>) -> Int {
        var position = text.append(html, endsAtMarkup: true)
        while position < html.count, let length = lengthOfMark(in: html, at: position) {
            cut()
            position = text.append(html, from: position + length, endsAtMarkup: true)
        }
        return position
    }

    /// Returns the length of the tag at `position` that begins or ends a match; nil if there is none.
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
        case .text(let piece): piece.utf8.withUnsafeBufferPointer { _ = text.append($0) }
        default: break
        }
    }

    /// Begins or ends a match.
    private mutating func cut() {
        text.cut()
        isInMatch.toggle()
    }
}
