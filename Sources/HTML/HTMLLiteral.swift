/// An element whose text is taken literally up to its end tag: no tag or comment begins in it.
struct HTMLLiteral {
    let name: StaticString
    /// Whether character references in it are still replaced.
    var hasReferences = false
    /// Whether it may contain an end tag of its own inside a comment: `<!-- <script> </script> -->`.
    var nests = false

    static let all = [
        HTMLLiteral(name: "script", nests: true), HTMLLiteral(name: "style"),
        HTMLLiteral(name: "textarea", hasReferences: true), HTMLLiteral(name: "title", hasReferences: true),
        HTMLLiteral(name: "iframe"), HTMLLiteral(name: "noembed"), HTMLLiteral(name: "noframes"),
        HTMLLiteral(name: "xmp"),
    ]

    /// Returns where the text that begins at `start` ends: at the end tag, or at the end of the page.
    func end(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        var isInComment = false
        var isNested = false
        while index < bytes.count {
            index = isInComment ? index : bytes.index(of: UInt8(ascii: "<"), from: index)
            if isEndTag(in: bytes, at: index) {
                if !isNested { return index }
                isNested = false
            } else if nests {
                if bytes.has("<!--", at: index) { isInComment = true }
                if isInComment, isStartTag(in: bytes, at: index) { isNested = true }
                if bytes.has("-->", at: index) {
                    isInComment = false
                    isNested = false
                }
            }
            index += 1
        }
        return bytes.count
    }

    private func isStartTag(in bytes: [UInt8], at index: Int) -> Bool {
        bytes.has("<", at: index) && isName(in: bytes, at: index + 1)
    }

    private func isEndTag(in bytes: [UInt8], at index: Int) -> Bool {
        bytes.has("</", at: index) && isName(in: bytes, at: index + 2)
    }

    private func isName(in bytes: [UInt8], at index: Int) -> Bool {
        let end = index + name.utf8CodeUnitCount
        return bytes.has(name, at: index) && end < bytes.count && bytes[end].endsTagName
    }
}
