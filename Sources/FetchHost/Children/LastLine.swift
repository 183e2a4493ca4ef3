import SearchSource

/// The last line of text that comes in pieces: a program's last words.
struct LastLine {
    /// The maximum number of bytes that are kept.
    private static let longest = 1 << 10

    /// The last bytes that have come.
    private var bytes: [UInt8] = []

    /// Appends the next piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        bytes = Array((bytes + piece.suffix(Self.longest)).suffix(Self.longest))
    }

    /// The last line that is not blank, without terminal control sequences; empty if there is none.
    var text: String { TerminalText.lastLine(of: bytes) ?? "" }
}
