import HTML

extension Target {
    /// The HTML tokenizer: it terminates, and its output is proportional to the page.
    static let html = Target(name: "html") { page in
        var (tokens, bytes) = (0, 0)
        for token in HTMLTokenizer(page) {
            tokens += 1
            hold(tokens <= page.count, "every token takes at least one byte")
            switch token {
            case .text(let text), .literalText(let text):
                bytes += text.decoded.utf8.count
                hold(!text.utf8.isEmpty, "text is not empty")
            case .startTag(let tag), .endTag(let tag):
                for name in ["src", "alt", "class", "href"] as [StaticString] {
                    hold((tag[name]?.utf8.count ?? 0) <= 3 * page.count, "a value is no longer than the page")
                }
                _ = (tag.isNamed("img"), tag.hasClass("searchmatch"))
            }
        }
        // A byte that is not UTF-8 becomes three; a reference expands to at most three times its own length.
        hold(bytes <= 3 * page.count, "the text is proportional to the page")
    }
}
