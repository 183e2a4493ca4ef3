/// A text that is compared and hashed by its bytes.
///
/// Swift's `String` compares canonically: two ways to write é are equal, and a text of combining marks out of order
/// costs the square of its length. What comes from outside (ids, names, queries) is what its bytes are, and takes as
/// long as it is long.
public struct ExactText: Hashable, Sendable {
    /// The text.
    public let text: String

    /// `text`, to be compared by its bytes.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether both have the same bytes.
    public static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        // In memory, unless it is bridged from elsewhere.
        if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

extension String {
    /// Whether this text comes before another one in the order of their bytes.
    package func hasBytes(before other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        let isBefore = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in
                for index in 0..<min(left.count, right.count) where left[index] != right[index] {
                    return left[index] < right[index]
                }
                return left.count < right.count
            }
        }
        return (isBefore ?? nil) ?? left.lexicographicallyPrecedes(right)
    }

    /// The first eight bytes as a number, with zeros for those that there are not. Of two texts of which this is not the same,
    /// the one with the smaller number has bytes before those of the other.
    package var firstEightBytes: UInt64 {
        var (number, count) = (UInt64(0), 0)
        for byte in utf8.prefix(8) { (number, count) = (number << 8 | UInt64(byte), count + 1) }
        return count == 0 ? 0 : number << (8 * (8 - UInt64(count)))
    }

    /// Whether both have the same bytes in UTF-8.
    public func hasSameBytes(as other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        // In memory, unless they are bridged from elsewhere.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in left.indices.allSatisfy { left[$0] == right[$0] } }
        }
        return (isEqual ?? nil) ?? left.elementsEqual(right)
    }
}

extension String? {
    /// Whether both are nil, or have the same bytes in UTF-8.
    package func hasSameBytes(as other: String?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.hasSameBytes(as: other)
        case (nil, nil): true
        case (_?, nil), (nil, _?): false
        }
    }
}
