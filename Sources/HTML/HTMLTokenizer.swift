import Bytes

/// Splits a page into tags and text the way browsers do (WHATWG HTML, section 13.2.5), however malformed it is.
///
///     text ──<name──→ start tag ──of a script, a style sheet, …──→ literal text ──</name──→ end tag
///      │ ↑──</name──→ end tag
///      └──<!-- or <! or <? or </?──→ skipped
///
/// It does not build a tree: elements that the page leaves open are not closed, and foreign elements (SVG, MathML) are
/// tracked only to keep them from swallowing what follows.
public struct HTMLTokenizer: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0
    /// The literal element whose text is next.
    private var open: HTMLLiteral?
    /// The number of open elements in which no text is literal.
    private var foreignDepth = 0

    /// What a `<` begins.
    private enum Markup {
        case startTag, endTag, declaration, nonsense
    }

    /// A tokenizer of a page in UTF-8.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the next piece, or nil at the end. A tag that is cut off by the end of the page is dropped.
    public mutating func next() -> HTMLToken? {
        if let literal = open {
            open = nil
            let start = position
            position = literal.end(in: bytes, from: start)
            let text = HTMLText(bytes: bytes, range: start..<position, hasReferences: literal.hasReferences)
            if start < position { return literal.hasReferences ? .text(text) : .literalText(text) }
        }
        while position < bytes.count {
            switch markup(at: position) {
            case nil: return text()
            case .startTag:
                if let tag = tag(from: position + 1) { return startTag(tag) }
            case .endTag:
                if let tag = tag(from: position + 2) { return endTag(tag) }
            case .declaration: skipDeclaration()
            case .nonsense: position = bytes.end(of: ">", from: position)
            }
        }
        return nil
    }

    /// Returns the markup that begins at `index`; nil for text.
    private func markup(at index: Int) -> Markup? {
        guard bytes[index] == UInt8(ascii: "<"), index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "!"): return .declaration
        case UInt8(ascii: "?"): return .nonsense
        case UInt8(ascii: "/"):
            guard index + 2 < bytes.count else { return nil }
            return bytes[index + 2].isLetter ? .endTag : .nonsense
        case let byte: return byte.isLetter ? .startTag : nil
        }
    }

    private mutating func text() -> HTMLToken {
        let start = position
        repeat {
            position = bytes.index(of: UInt8(ascii: "<"), from: position + 1)
        } while position < bytes.count && markup(at: position) == nil
        return .text(HTMLText(bytes: bytes, range: start..<position, hasReferences: true))
    }

    // MARK: Tags

    /// Reads a tag whose name begins at `start`; nil if the page ends first.
    private mutating func tag(from start: Int) -> HTMLTag? {
        position = start
        while position < bytes.count, !bytes[position].endsTagName { position += 1 }
        let name = start..<position
        var scanner = HTMLAttributeScanner(bytes, from: position)
        while scanner.next() != nil {}
        position = scanner.position
        return scanner.end == .missing
            ? nil : HTMLTag(bytes: bytes, name: name, isSelfClosing: scanner.end == .selfClosing)
    }

    private mutating func startTag(_ tag: HTMLTag) -> HTMLToken {
        if tag.isForeign {
            if !tag.isSelfClosing { foreignDepth += 1 }
        } else if foreignDepth == 0 {
            open = HTMLLiteral.all.first { tag.isNamed($0.name) }
        }
        return .startTag(tag)
    }

    private mutating func endTag(_ tag: HTMLTag) -> HTMLToken {
        if tag.isForeign, foreignDepth > 0 { foreignDepth -= 1 }
        return .endTag(tag)
    }

    // MARK: Skipped markup

    private mutating func skipDeclaration() {
        if bytes.has("<!--", at: position) {
            position = endOfComment(from: position + 4)
        } else if foreignDepth > 0, bytes.has("<![CDATA[", at: position) {
            position = bytes.end(of: "]]>", from: position)
        } else {
            position = bytes.end(of: ">", from: position)
        }
    }

    /// Returns the end of the comment whose text begins at `start`: after `-->` or `--!>`, or an initial `>` or `->`.
    private func endOfComment(from start: Int) -> Int {
        for end in [">", "->"] as [StaticString] where bytes.has(end, at: start) {
            return start + end.utf8CodeUnitCount
        }
        var dash = start
        while true {
            dash = bytes.index(of: UInt8(ascii: "-"), from: dash)
            if dash == bytes.count { return dash }
            for end in ["-->", "--!>"] as [StaticString] where bytes.has(end, at: dash) {
                return dash + end.utf8CodeUnitCount
            }
            dash += 1
        }
    }
}

extension HTMLTag {
    /// Whether it begins or ends foreign content, to which other rules apply.
    fileprivate var isForeign: Bool { isNamed("svg") || isNamed("math") }
}
