import HTML
import JSON
import SearchSource

/// Makes plain text of pieces of HTML in which matches are marked, with the matches told apart.
///
/// A match is what stands in a `span` of the class `searchmatch`, however its attribute is quoted. Other tags are
/// dropped, character references decoded, and white space is one space, as it is where HTML is shown.
struct SnippetReader {
    /// What has been read so far. Its room is used again for each snippet.
    private var text = PlainText()
    private var isInMatch = false

    /// The snippet of a piece of HTML; nil if there is no text in it.
    mutating func snippet(ofHTML html: UnsafeBufferPointer<UInt8>) -> Snippet? {
        text.removeAll()
        isInMatch = false
        let rest = html[takeMarkedText(in: html)...]
        if !rest.isEmpty { for token in HTMLTokenizer(Array(rest)) { take(token) } }
        return text.snippet
    }

    /// Takes text, and matches marked in just the way in which MediaWiki marks them: that is all there is in most
    /// snippets. Answers how far that went.
    private mutating func takeMarkedText(in html: UnsafeBufferPointer<UInt8>) -> Int {
        var position = text.append(html, endsAtMarkup: true)
        while position < html.count, let length = lengthOfMark(in: html, at: position) {
            cut()
            position = text.append(html, from: position + length, endsAtMarkup: true)
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
        case .text(let piece): piece.utf8.withUnsafeBufferPointer { _ = text.append($0) }
        default: break
        }
    }

    /// Begins a match, or ends it.
    private mutating func cut() {
        text.cut()
        isInMatch.toggle()
    }
}
