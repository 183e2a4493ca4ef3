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

    /// The last line that is not blank, trimmed; empty if there is none.
    var text: String {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        guard let line = lines.last(where: { !$0.allSatisfy(isBlank) }) else { return "" }
        return String(decoding: line.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}
