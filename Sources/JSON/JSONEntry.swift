/// One value of a document, or the name of a member: where it stands, and where what follows it is listed.
///
/// The entries of a document stand in the order of its text, a container in front of what is in it. An object's
/// members are two entries each (and those of the value): the name, and the value.
@usableFromInline struct JSONEntry: BitwiseCopyable, Sendable {
    /// What a value is.
    @usableFromInline enum Kind: UInt8, BitwiseCopyable, Sendable {
        case null, yes, no, number, string, array, object
    }

    @usableFromInline let kind: Kind

    /// Whether it is a string with escapes in it.
    @usableFromInline var hasEscapes = false

    /// Whether it is known to be ASCII, as it was written.
    @usableFromInline var isASCII = false

    /// Whether it has come to its end. Only in a text that breaks off are there containers that have not.
    @usableFromInline var isWhole = true

    /// Its first byte: the quote of a string, the bracket of a container.
    @usableFromInline let start: UInt32

    /// Behind its last byte.
    @usableFromInline var end: UInt32

    /// The entry behind it and all that is in it. Of a container that is not whole: the one that it stands in.
    @usableFromInline var next: UInt32

    /// How many elements or members it has.
    @usableFromInline var count: UInt32 = 0

    /// Its bytes.
    @inlinable var range: Range<Int> { Int(start)..<Int(end) }

    /// The bytes between the quotes of a string.
    @inlinable var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
