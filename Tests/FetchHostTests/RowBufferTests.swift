import Testing

@testable import FetchHost

@Suite struct RowBufferTests {
    private func buffer(_ pieces: String..., separator: UInt8 = 0x0A) -> RowBuffer {
        var buffer = RowBuffer(separator: separator)
        for piece in pieces { Array(piece.utf8).withUnsafeBytes { buffer.append($0) } }
        return buffer
    }

    private func texts(_ buffer: RowBuffer, from first: Int = 0, atMost count: Int = 100) -> [String] {
        buffer.rows(from: first, atMost: count).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func rowsMayArriveInPieces() {
        var rows = buffer("on", "e\n\nthr", "ee", "\nfour")
        #expect(texts(rows) == ["one", "", "three"])
        #expect(texts(rows, from: 1, atMost: 1) == [""])
        #expect(texts(rows, from: 3).isEmpty && texts(rows, from: 99).isEmpty)
        rows.finish()
        rows.finish()
        #expect(texts(rows, from: 2) == ["three", "four"] && rows.end == 4)
    }

    @Test func rowsMayEndWithAnotherByte() {
        #expect(texts(buffer("a\nb\0c\0", separator: 0)) == ["a\nb", "c"])
    }

    @Test func droppedRowsAreGoneAndTheOthersKeepTheirNumbers() {
        var rows = buffer("0\n1\n2\n3\n")
        rows.drop(before: 2)
        #expect(rows.first == 2 && texts(rows, from: 2) == ["2", "3"] && texts(rows, from: 1).isEmpty)
        rows.drop(before: 0)
        #expect(rows.first == 2)
        Array("4\n".utf8).withUnsafeBytes { rows.append($0) }
        #expect(texts(rows, from: 3) == ["3", "4"])
    }

    /// A run that is gone is started again and skipped forward.
    @Test func rowsMayBeDroppedBeforeTheyArrive() {
        var rows = buffer("0\n")
        rows.drop(before: 3)
        for number in 1...4 { Array("\(number)\n".utf8).withUnsafeBytes { rows.append($0) } }
        #expect(rows.first == 3 && texts(rows, from: 3) == ["3", "4"])
    }

    @Test func aBufferIsFullAtALimitOfRowsOrOfBytes() {
        var rows = buffer(String(repeating: "\n", count: 9_999))
        #expect(!rows.isFull)
        Array("\n".utf8).withUnsafeBytes { rows.append($0) }
        #expect(rows.isFull)
        rows.drop(before: 1)
        #expect(!rows.isFull)
        var long = buffer()
        let megabyte = [UInt8](repeating: 0x61, count: (1 << 20) - 1) + [0x0A]
        for _ in 0..<16 { megabyte.withUnsafeBytes { long.append($0) } }
        #expect(!long.isFull, "the ends of rows take no room")
        megabyte.withUnsafeBytes { long.append($0) }
        #expect(long.isFull)
    }

    @Test func theBeginningOfARowThatIsTooLongIsAvailableBeforeItsEnd() {
        var rows = RowBuffer(separator: 0x0A)
        let piece = [UInt8](repeating: 0x61, count: 1 << 16)
        for _ in 0..<16 { piece.withUnsafeBytes { rows.append($0) } }
        #expect(rows.end == 0, "it may still be as long as a row may be")
        for _ in 0..<84 { piece.withUnsafeBytes { rows.append($0) } }
        #expect(rows.rows(from: 0, atMost: 2).map(\.count) == [(1 << 20) + 1])
        rows.finish()
        #expect(rows.end == 1, "what is left out is not a row")
    }

    @Test func aRowThatIsTooLongIsCutAndTheNextOneFollows() {
        var rows = RowBuffer(separator: 0x0A, longestRow: 2)
        Array("ab\nabc\nabcd\n\nabcdef".utf8).withUnsafeBytes { rows.append($0) }
        Array("gh\ni".utf8).withUnsafeBytes { rows.append($0) }
        rows.finish()
        #expect(texts(rows) == ["ab", "abc", "abc", "", "abc", "i"])
    }

    @Test func theLastLineIsTheLastOneThatIsNotBlank() {
        var last = LastLine()
        #expect(last.text == "")
        for piece in ["first\nsec", "ond  \r\n", "\n \n"] { Array(piece.utf8).withUnsafeBytes { last.append($0) } }
        #expect(last.text == "second")
        Array((String(repeating: "x", count: 5000) + "\nend").utf8).withUnsafeBytes { last.append($0) }
        #expect(last.text == "end")
        let colored = "50 %\r100 %\r\u{1B}[31mno \u{1B}[1mdisk\u{1B}[0m\n\u{1B}[K\u{1B}[0m\n"
        Array(colored.utf8).withUnsafeBytes { last.append($0) }
        #expect(last.text == "no disk")
    }
}
