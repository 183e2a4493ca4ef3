import Bytes
import HTML
import SearchSource

/// How matches are marked in the texts of an answer, and how these texts are made plain: white space is one space, as it
/// is where running text is shown; of HTML, tags are dropped and character references decoded.
struct TextMarks: Sendable {
    /// What stands in front of a match, and behind it.
    struct Pair: Hashable, Sendable {
        let open: [UInt8]
        let close: [UInt8]
    }

    private let pairs: [Pair]
    private let isHTML: Bool

    init(_ pairs: [Pair], isHTML: Bool) {
        self.pairs = pairs
        self.isHTML = isHTML
    }

    /// Nothing is marked.
    static let none = TextMarks([], isHTML: false)

    /// Reads `["<em>", "</em>"]`, or several of these.
    static func pairs(_ value: DescribedValue) throws(DescriptionError) -> [Pair] {
        let expected = #"what stands in front of a match and behind it, as in ["<em>", "</em>"]"#
        let elements = try value.elements(expected, atMost: 8)
        if elements.first?.json.array != nil {
            var pairs: [Pair] = []
            for element in elements { pairs += try self.pairs(element) }
            return pairs
        }
        guard elements.count == 2 else { throw value.wrong(expected) }
        var marks: [[UInt8]] = []
        for element in elements {
            let mark = Array(try element.string(expected).utf8)
            guard (1...64).contains(mark.count) else { throw element.fault("must have 1 to 64 bytes") }
            marks.append(mark)
        }
        return [Pair(open: marks[0], close: marks[1])]
    }

    /// The text with its matches told apart; nil if there is nothing in it.
    func snippet(of text: String) -> Snippet? {
        var text = text
        return text.withUTF8 { text in
            var plain = PlainText()
            var start = 0
            var place = 0
            var within: Pair?
            while place < text.count {
                let (mark, next) = mark(in: text, at: place, within: within)
                guard let mark else {
                    place += 1
                    continue
                }
                plain.append(text[start..<place], isHTML: isHTML)
                plain.cut()
                within = next
                place += mark.count
                start = place
            }
            plain.append(text[start...], isHTML: isHTML)
            return plain.snippet
        }
    }

    /// The mark that stands at `place`, and what is open behind it; nil if there is none.
    private func mark(
        in text: UnsafeBufferPointer<UInt8>, at place: Int, within: Pair?
    ) -> (mark: [UInt8]?, within: Pair?) {
        if let within { return (text.stands(within.close, at: place) ? within.close : nil, nil) }
        guard let pair = pairs.first(where: { text.stands($0.open, at: place) }) else { return (nil, nil) }
        return (pair.open, pair)
    }
}

/// Text with its white space made one space, and a cut wherever a match begins or ends.
private struct PlainText {
    private var bytes: [UInt8] = []
    private var endsWithSpace = true

    mutating func cut() {
        bytes.append(Snippet.cut)
    }

    mutating func append(_ piece: Slice<UnsafeBufferPointer<UInt8>>, isHTML: Bool) {
        guard isHTML, piece.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            for byte in piece { append(byte) }
            return
        }
        for case .text(let text) in HTMLTokenizer(Array(piece)) {
            for byte in text.utf8 { append(byte) }
        }
    }

    private mutating func append(_ byte: UInt8) {
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if !isSpace || !endsWithSpace { bytes.append(isSpace ? 0x20 : byte) }
        endsWithSpace = isSpace
    }

    /// What there is; nil if that is nothing.
    var snippet: Snippet? {
        var end = bytes.count
        while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == Snippet.cut { end -= 1 }
        return end == 0 ? nil : Snippet(cutUTF8: bytes[..<end])
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether `bytes` stand at `place`.
    fileprivate func stands(_ bytes: [UInt8], at place: Int) -> Bool {
        guard bytes.count <= count - place, self[place] == bytes[0] else { return false }
        for (offset, byte) in bytes.enumerated() where self[place + offset] != byte { return false }
        return true
    }
}
