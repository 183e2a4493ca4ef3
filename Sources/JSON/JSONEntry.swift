/// One value of a document, or the name of a member: where it stands, and where what follows it is listed.
///
/// The entries of a document stand in the order of its text, a container in front of what is in it. An object's
/// members are two entries each (and those of the value): the name, and the value.
struct JSONEntry: BitwiseCopyable {
    /// What a value is.
    enum Kind: UInt8, BitwiseCopyable {
        case null, yes, no, number, string, array, object
    }

    let kind: Kind

    /// Whether it is a string with escapes in it.
    var hasEscapes = false

    /// Whether it has come to its end. Only in a text that breaks off are there containers that have not.
    var isWhole = true

    /// Its first byte: the quote of a string, the bracket of a container.
    let start: UInt32

    /// Behind its last byte.
    var end: UInt32

    /// The entry behind it and all that is in it. Of a container that is not whole: the one that it stands in.
    var next: UInt32

    /// How many elements or members it has.
    var count: UInt32 = 0

    /// Its bytes.
    var range: Range<Int> { Int(start)..<Int(end) }

    /// The bytes between the quotes of a string.
    var content: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}
