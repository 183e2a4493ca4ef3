/// A piece of text with its matches told apart.
///
///     let snippet: Snippet = ["about ", "Swift", " the language"]
///
/// The odd parts are the matches. Joined, the parts are the plain text.
public struct Snippet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The plain text.
    public let text: String

    /// Where each part but the last ends: offsets in the UTF-8 of `text`, in ascending order.
    private let cuts: [Int]

    /// The snippet that these parts make up.
    public init(parts: [String]) {
        text = parts.joined()
        var end = 0
        cuts = parts.dropLast().map { part in
            end += part.utf8.count
            return end
        }
    }

    /// The snippet that these parts make up.
    public init(arrayLiteral elements: String...) {
        self.init(parts: elements)
    }

    /// The snippet whose text is `utf8`, cut at these offsets: between characters, in ascending order.
    package init(utf8: UnsafeBufferPointer<UInt8>, cuts: ArraySlice<Int>) {
        text = String(decoding: utf8, as: UTF8.self)
        // Of its own, and no larger than it must be.
        self.cuts = Array(cuts)
    }

    /// The parts, of which the odd ones are the matches.
    public var parts: [String] {
        var parts: [String] = []
        parts.reserveCapacity(cuts.count + 1)
        forEachPart { parts.append(String(decoding: $0, as: UTF8.self)) }
        return parts
    }

    /// Hands `body` the UTF-8 of one part after the other.
    public func forEachPart(_ body: (_ utf8: UnsafeBufferPointer<UInt8>) -> Void) {
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for cut in cuts {
                body(UnsafeBufferPointer(rebasing: utf8[start..<cut]))
                start = cut
            }
            body(UnsafeBufferPointer(rebasing: utf8[start...]))
        }
    }

    /// The snippet with `transform` done to each part.
    public func map(_ transform: (String) -> String) -> Snippet {
        Snippet(parts: parts.map(transform))
    }
}
