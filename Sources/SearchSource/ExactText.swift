import Bytes

/// A string that is compared and hashed by its bytes.
///
/// Swift's `String` compares canonically: two ways to write é are equal, and comparing a string of combining marks out
/// of order takes quadratic time. Strings from outside (ids, names, queries) are identified by their bytes, in linear
/// time.
public struct ExactText: Hashable, Sendable {
    /// The string.
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
        // The bytes are contiguous unless the string is bridged.
        if text.utf8.withContiguousStorageIfAvailable({ hasher.combine(text: $0) }) == nil {
            var text = text
            text.withUTF8 { hasher.combine(text: $0) }
        }
    }
}

extension String {
    /// Whether this string comes before `other` in the order of their bytes.
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

    /// Whether both have the same bytes in UTF-8.
    public func hasSameBytes(as other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        // The bytes are contiguous unless a string is bridged.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { right in ByteScan.areEqual(left, right) }
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
