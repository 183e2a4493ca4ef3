/// A value of a document or the name of a member: where it is in the text, and which entry follows it.
///
/// Entries are in text order, a container before its contents. Each member of an object has an entry for its name,
/// followed by those of its value.
@usableFromInline struct JSONEntry: BitwiseCopyable, Sendable {
    /// The kind of an entry.
    @usableFromInline enum Kind: UInt8, BitwiseCopyable, Sendable {
        case null, yes, no, number, string, array, object
    }

    @usableFromInline let kind: Kind

    /// Whether it is a string that contains escapes.
    @usableFromInline var hasEscapes = false

    /// Whether its bytes in the text are known to be ASCII.
    @usableFromInline var isASCII = false

    /// Whether it is complete. Only a text with a fault has containers that are not.
    @usableFromInline var isWhole = true

    /// The offset of its first byte: the quote of a string, the bracket of a container.
    @usableFromInline let start: UInt32

    /// The offset after its last byte.
    @usableFromInline var end: UInt32

    /// The index of the entry after it and its contents; for an incomplete container, that of the container around it.
    @usableFromInline var next: UInt32

    /// The number of its elements or members.
    @usableFromInline var count: UInt32 = 0

    /// The range of its bytes.
    @inlinable var range: Range<Int> { Int(start)..<Int(end) }

    /// Returns the bytes between the quotes of a string.
    @inlinable @inline(__always) func content(in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.baseAddress.map { $0 + Int(start) + 1 }, count: Int(end) - Int(start) - 2)
    }
}
