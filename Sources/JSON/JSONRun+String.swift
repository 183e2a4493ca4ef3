extension JSONRun {
    /// Reads a string, from its opening quote past its closing one.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        try skipPlain()
        if peek == UInt8(ascii: "\"") {
            let text = String(decoding: UnsafeBufferPointer(rebasing: buffer[start..<position]), as: UTF8.self)
            position += 1
            return text
        }
        // An escape: from here on the text is put together in a buffer. It never gets longer than what was read.
        let scratch = makeScratch()
        var length = copy(start..<position, to: scratch, at: 0)
        while !take(UInt8(ascii: "\"")) {
            guard take(UInt8(ascii: "\\")) else { throw unexpectedInString() }
            try escape(to: scratch, at: &length)
            // In some languages one escape follows the other.
            if peek == UInt8(ascii: "\\") { continue }
            let start = position
            try skipPlain()
            length += copy(start..<position, to: scratch, at: length)
        }
        return String(decoding: UnsafeBufferPointer(start: scratch, count: length), as: UTF8.self)
    }

    /// Room for the text of one string, as long as the whole document: none of its strings needs more.
    private mutating func makeScratch() -> UnsafeMutablePointer<UInt8> {
        if let scratch { return scratch }
        let made = UnsafeMutablePointer<UInt8>.allocate(capacity: buffer.count)
        scratch = made
        return made
    }

    private func copy(_ range: Range<Int>, to scratch: UnsafeMutablePointer<UInt8>, at length: Int) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        (scratch + length).update(from: base + range.lowerBound, count: range.count)
        return range.count
    }

    /// Goes on to the next quote, backslash or control character, eight bytes at a time, and checks that what it
    /// passes is UTF-8.
    private mutating func skipPlain() throws(JSONError) {
        guard let base = UnsafeRawPointer(buffer.baseAddress) else { return }
        let start = position
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var seen: UInt64 = 0
        var hasStopped = false
        while position + 8 <= buffer.count {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            // A byte's top bit is set where the byte is below 0x20, or equal to the quote or the backslash. The
            // subtractions borrow from such bytes only, so the lowest mark is true.
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let marks = ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~word & tops
            if marks != 0 {
                let plain = marks.trailingZeroBitCount / 8
                if plain > 0 { seen |= word & (UInt64.max >> UInt64(64 - 8 * plain)) }
                position += plain
                hasStopped = true
                break
            }
            seen |= word
            position += 8
        }
        if !hasStopped {
            while position < buffer.count {
                let byte = buffer[position]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
                seen |= UInt64(byte)
                position += 1
            }
        }
        guard seen & tops != 0 else { return }
        let slice = UnsafeBufferPointer(rebasing: buffer[start..<position])
        if let fault = UTF8Validation.firstFault(in: slice) {
            throw JSONError(
                .invalidUTF8, at: start + fault,
                "a string holds bytes that are not UTF-8 (first 0x\(String(slice[fault], radix: 16, uppercase: true)))")
        }
    }

    private func unexpectedInString() -> JSONError {
        guard position < buffer.count else { return unexpected("the closing quote of a string") }
        let byte = String(buffer[position], radix: 16, uppercase: true)
        let escape = "\\u" + String(repeating: "0", count: 4 - byte.count) + byte
        return JSONError(
            .unexpectedByte, at: position,
            "a string holds the control character 0x\(byte) unescaped, not as `\(escape)`")
    }

    /// Reads what follows a backslash, and writes the bytes that it stands for.
    private mutating func escape(to scratch: UnsafeMutablePointer<UInt8>, at length: inout Int) throws(JSONError) {
        let plain: UInt8
        switch peek {
        case UInt8(ascii: "u"):
            position += 1
            length += Self.encode(try unicodeEscape(), to: scratch + length)
            return
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = peek
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        default: throw unexpected("one of the escapes `\"\\/bfnrtu`")
        }
        position += 1
        scratch[length] = plain
        length += 1
    }

    /// Writes a scalar as UTF-8; answers how many bytes that takes. (`UTF8.encode` costs ten times as much.)
    private static func encode(_ scalar: UInt32, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80:
            bytes[0] = UInt8(scalar)
            return 1
        case 0x80..<0x800:
            bytes[0] = UInt8(0xC0 | scalar >> 6)
            bytes[1] = continuation(0)
            return 2
        case 0x800..<0x10000:
            bytes[0] = UInt8(0xE0 | scalar >> 12)
            bytes[1] = continuation(6)
            bytes[2] = continuation(0)
            return 3
        default:
            bytes[0] = UInt8(0xF0 | scalar >> 18)
            bytes[1] = continuation(12)
            bytes[2] = continuation(6)
            bytes[3] = continuation(0)
            return 4
        }
    }

    /// Reads four hex digits, and the second half of a surrogate pair if it follows. Answers a Unicode scalar.
    private mutating func unicodeEscape() throws(JSONError) -> UInt32 {
        let replacement: UInt32 = 0xFFFD
        let high = try hexadecimal()
        guard high & 0xF800 == 0xD800 else { return high }
        guard high & 0xFC00 == 0xD800 else { return replacement }
        let behind = position
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            position = behind
            return replacement
        }
        let low = try hexadecimal()
        guard low & 0xFC00 == 0xDC00 else {
            position = behind  // Not its partner: it is read again, on its own.
            return replacement
        }
        return 0x10000 + (high & 0x3FF) << 10 + low & 0x3FF
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = peek
            let letter = byte | 0x20
            let digit: UInt8
            if byte &- UInt8(ascii: "0") < 10 {
                digit = byte &- UInt8(ascii: "0")
            } else if letter &- UInt8(ascii: "a") < 6 {
                digit = letter &- UInt8(ascii: "a") &+ 10
            } else {
                throw unexpected("four hex digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
