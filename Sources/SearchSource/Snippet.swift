import Bytes

/// A piece of text with its matches told apart.
///
///     let snippet: Snippet = ["about ", "Swift", " the language"]
///
/// The odd parts are the matches. Joined, the parts are the plain text.
public struct Snippet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The UTF-8 of the parts, with a `cut` between them.
    private let bytes: [UInt8]

    /// What stands between two parts: a byte that UTF-8 does not have.
    package static let cut: UInt8 = 0xFF

    /// The snippet that these parts make up.
    public init(parts: [String]) {
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(Self.cut) }
            bytes.append(contentsOf: part.utf8)
        }
        self.bytes = bytes
    }

    /// The snippet that these parts make up.
    public init(arrayLiteral elements: String...) {
        self.init(parts: elements)
    }

    /// The snippet whose parts are `bytes`: UTF-8, and `cut` between them.
    package init(cutUTF8 bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        // Of its own, and no larger than it must be.
        self.bytes = Array(bytes)
    }

    /// How many bytes it takes, about: those of the text, and one for each part but the last.
    package var size: Int { bytes.count }

    /// The plain text.
    public var text: String { parts.joined() }

    /// The parts, of which the odd ones are the matches.
    public var parts: [String] {
        var parts: [String] = []
        forEachPart { parts.append(String(checkedUTF8: $0)) }
        return parts
    }

    /// Hands `body` the UTF-8 of one part after the other.
    public func forEachPart(_ body: (_ utf8: UnsafeBufferPointer<UInt8>) -> Void) {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while true {
                let end = ByteScan.run(in: bytes, from: start) { ByteScan.equal($0, Self.cut) }.end
                body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                if end == bytes.count { return }
                start = end + 1
            }
        }
    }
}
