/// The last line of a text that comes in pieces: what a program has said at last.
struct LastLine {
    /// The most bytes that are kept.
    private static let longest = 1 << 10

    /// The last bytes of what has come.
    private var bytes: [UInt8] = []

    /// Takes the next piece.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        bytes = Array((bytes + piece.suffix(Self.longest)).suffix(Self.longest))
    }

    /// The last line in which there is anything, without blanks at its ends; empty if there is none.
    var text: String {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }
        guard let line = lines.last(where: { !$0.allSatisfy(isBlank) }) else { return "" }
        return String(decoding: line.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}
