import Bytes

extension JSONScanner {
    /// Reads a string, including both quotes, and lists it.
    @inline(__always)
    mutating func string() throws(JSONError) {
        let start = position
        let run = ByteScan.run(in: buffer, from: start &+ 1, to: ByteScan.special)
        position = run.end
        if run.isASCII, take(UInt8(ascii: "\"")) {
            list(.string, isASCII: true, from: start)
        } else {
            try string(from: start, goingOnBehind: run)
        }
    }

    /// Reads the rest of a string that is not just plain ASCII; `run` is its beginning.
    @inline(never)
    private mutating func string(from start: Int, goingOnBehind run: ByteScan.Run) throws(JSONError) {
        var run = run
        var plain = start + 1
        var hasEscapes = false
        while true {
            if !run.isASCII { try checkUTF8(from: plain) }
            if take(UInt8(ascii: "\"")) { break }
            guard peek == UInt8(ascii: "\\") else { throw unexpectedInString() }
            hasEscapes = true
            // Text in some languages can be one escape after another.
            while take(UInt8(ascii: "\\")) { try escape() }
            plain = position
            run = ByteScan.run(in: buffer, from: plain, to: ByteScan.special)
            position = run.end
        }
        list(.string, hasEscapes: hasEscapes, from: start)
    }

    @inline(never)
    private func checkUTF8(from start: Int) throws(JSONError) {
        let slice = UnsafeBufferPointer(rebasing: buffer[start..<position])
        if let fault = UTF8Validation.firstFault(in: slice) {
            throw JSONError(
                .invalidUTF8, at: start + fault,
                "a string holds bytes that are not UTF-8 (first 0x\(String(slice[fault], radix: 16, uppercase: true)))")
        }
    }

    @inline(never)
    private func unexpectedInString() -> JSONError {
        guard position < buffer.count else { return unexpected("the closing quote of a string") }
        let byte = String(buffer[position], radix: 16, uppercase: true)
        let escape = "\\u" + String(repeating: "0", count: 4 - byte.count) + byte
        return JSONError(
            .unexpectedByte, at: position,
            "a string holds the control character 0x\(byte) unescaped, not as `\(escape)`")
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONError) {
        switch peek {
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard peek.hexValue != nil else { throw unexpected("four hex digits") }
                position += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default:
            throw unexpected("one of the escapes `\"\\/bfnrtu`")
        }
    }
}
