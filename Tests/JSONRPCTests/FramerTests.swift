import JSONRPC
import Testing
import TestSupport

@Suite struct FramerTests {
    /// Returns what a framer finds in `text`, fed in pieces of `size` bytes, and finally what remains at the end.
    func frames(_ framer: some Framer, _ text: some Sequence<UInt8>, size: Int) -> [String] {
        var framer = framer
        var found: [String] = []
        let bytes = Array(text)
        func name(_ frame: Frame) -> String {
            switch frame {
            case .message(let bytes): String(decoding: bytes, as: UTF8.self)
            case .tooLong(let bytes): "too long: " + String(decoding: bytes, as: UTF8.self)
            case .lost(let reason): "lost: " + reason
            }
        }
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { framer.append($0) }
            while let frame = framer.next() { found.append(name(frame)) }
        }
        if let frame = framer.finish() { found.append("end: " + name(frame)) }
        #expect(framer.next() == nil)
        return found
    }

    /// Expects the same for every way of splitting the stream, from single bytes to all at once.
    func expect(
        _ framer: some Framer, _ text: some Collection<UInt8>, _ expected: [String],
        location: SourceLocation = #_sourceLocation
    ) {
        for size in [1, 2, 3, 5, 7, 8, 64, text.count + 1] {
            #expect(frames(framer, text, size: size) == expected, "in pieces of \(size)", sourceLocation: location)
        }
    }

    @Test func linesAreFoundHoweverTheStreamIsSplit() {
        expect(LineFramer(), "a\n{\"b\":1}\r\n\n  \r\n→ c\n".utf8, ["a", "{\"b\":1}", "→ c"])
        expect(LineFramer(), "a\nhalf".utf8, ["a", "end: half"])
        expect(LineFramer(), "".utf8, [])
        expect(LineFramer(), "a\n \t".utf8, ["a"])
        expect(LineFramer(), "\u{FEFF}\n\u{FEFF} \r\na\n\u{FEFF}b\n\u{FEFF}".utf8, ["a", "\u{FEFF}b"])
    }

    @Test func aLineOverTheLimitIsReportedOnceAndSkippedToItsEnd() {
        let framer = LineFramer(limit: 4)
        expect(
            framer, "abcd\nabcde\nabcdefghijkl\nab\r\nabcd\r\n".utf8,
            [
                "abcd", "too long: abcd", "too long: abcd", "ab", "abcd",
            ])
        expect(framer, "abcdefghij".utf8, frames(framer, "abcdefghij".utf8, size: 1))
        #expect(frames(framer, "abcdefghij".utf8, size: 3) == ["too long: abcd"])
        #expect(frames(framer, "abcde".utf8, size: 1) == ["end: too long: abcd"])
    }

    @Test func messagesWithHeadersAreFoundHoweverTheStreamIsSplit() {
        let text = [
            "Content-Length: 3\r\n\r\nabc", "content-length:  4 \r\nX-Else: y\r\n\r\n→\n", "Content-Length: 0\n\n",
            "CONTENT-LENGTH:1\r\n\r\nz",
        ].joined()
        expect(ContentLengthFramer(), text.utf8, ["abc", "→\n", "", "z"])
    }

    @Test func aBodyOverTheLimitIsReportedOnceAndSkippedToItsEnd() {
        let text = "Content-Length: 7\r\n\r\nabcdefgContent-Length: 2\r\n\r\nhi"
        expect(ContentLengthFramer(limit: 4), text.utf8, ["too long: abcd", "hi"])
    }

    @Test(arguments: [
        ("Content-Length: x\r\n\r\n", "Content-Length must be a number of bytes, not `x`"),
        ("Content-Length: -1\r\n\r\n", "Content-Length must be a number of bytes, not `-1`"),
        (
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length must be a number of bytes, not `99999999999999999999`"
        ),
        ("Content-Length:\r\n\r\n", "Content-Length must be a number of bytes, not ``"),
        ("Content-Type: x\r\n\r\n", "a header without Content-Length"),
        ("\r\n", "a header without Content-Length"),
        ("Content{\r\n", "a header line must be `Name: value`, not `Content{`"),
    ])
    func framingIsLostAfterAnInvalidHeader(_ text: String, _ reason: String) {
        expect(ContentLengthFramer(), (text + "Content-Length: 1\r\n\r\na").utf8, ["lost: " + reason])
    }

    @Test func framingIsLostInAHeaderThatIsTooLong() {
        let text = "C" + String(repeating: "x", count: 9000)
        #expect(frames(ContentLengthFramer(), text.utf8, size: 100) == ["lost: a header of more than 8192 bytes"])
    }

    @Test func aHeaderThatArrivesByteByByteIsReadOnlyOnce() {
        // 2,000 lines: starting over with each byte would mean reading eight million bytes.
        let text = String(repeating: "a:\r\n", count: 2000) + "Content-Length: 1\r\n\r\nx"
        let took = processorTime {
            #expect(frames(ContentLengthFramer(), text.utf8, size: 1) == ["x"])
        }
        #expect(took < .seconds(1))
    }

    @Test func inputThatEndsInsideAMessageIsReported() {
        expect(ContentLengthFramer(), "Content-Len".utf8, ["end: lost: the input ends inside a header"])
        expect(
            ContentLengthFramer(), "Content-Length: 5\r\n\r\nab".utf8,
            [
                "end: lost: the input ends after 2 of the 5 bytes that Content-Length promises"
            ])
    }

    @Test func aReaderDetectsHowMessagesAreFramed() {
        expect(FrameReader(), "1\n2".utf8, ["1", "end: 2"])
        expect(FrameReader(), "Content-Length: 2\r\n\r\n12".utf8, ["12"])
        expect(FrameReader(), "".utf8, [])
        expect(FrameReader(framing: .lines), "Content-Length: 2\n".utf8, ["Content-Length: 2"])
        #expect(FrameReader().framing == nil)
    }

    @Test func theFirstByteDeterminesTheFraming() {
        #expect(Framing(detecting: UInt8(ascii: "C")) == .contentLength)
        for byte in ["{", "[", " ", "\n", "\u{FEFF}", "c"] {
            #expect(Framing(detecting: Array(byte.utf8)[0]) == .lines)
        }
        var stream: [UInt8] = []
        Framing.lines.append([0x31], to: &stream)
        Framing.contentLength.append([0x32], to: &stream)
        #expect(stream == Array("1\nContent-Length: 1\r\n\r\n2".utf8))
    }

    /// A long stream in odd pieces is read correctly while the framer's buffer is moved.
    @Test func tenThousandLinesInOddPiecesAreReadCorrectly() {
        let lines = (0..<10_000).map { String(repeating: "x", count: $0 % 97) + "\($0)" }
        let text = lines.joined(separator: "\n") + "\n"
        #expect(frames(LineFramer(), text.utf8, size: 1013) == lines)
    }
}
