import Bytes

/// A piece of text with its matches marked.
///
///     let snippet: Snippet = ["about ", "Swift", " the language"]
///
/// The parts at odd indices are the matches. Joined, the parts are the plain text.
public struct Snippet: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The UTF-8 of the parts, separated by `cut`.
    private let bytes: [UInt8]

    /// The separator of parts: a byte that does not occur in UTF-8.
    package static let cut: UInt8 = 0xFF

    /// A snippet of these parts.
    public init(parts: [String]) {
        var bytes: [UInt8] = []
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(Self.cut) }
            bytes.append(contentsOf: part.utf8)
        }
        self.bytes = bytes
    }

    /// A snippet of these parts.
    public init(arrayLiteral elements: String...) {
        self.init(parts: elements)
    }

    /// The snippet whose parts are `bytes`: UTF-8, separated by `cut`.
    package init(cutUTF8 bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        // A copy with its own storage, no larger than necessary.
        self.bytes = Array(bytes)
    }

    /// Its approximate size in bytes: that of the text, and one for each part but the last.
    package var size: Int { bytes.count }

    /// The plain text.
    public var text: String { parts.joined() }

    /// The parts. Those at odd indices are the matches.
    public var parts: [String] {
        var parts: [String] = []
        forEachPart { parts.append(String(checkedUTF8: $0)) }
        return parts
    }

    /// Calls `body` with the UTF-8 of each part, in order.
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
