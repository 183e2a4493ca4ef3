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
        // An escape: from here on the text is put together in a buffer.
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start..<position]))
        while !take(UInt8(ascii: "\"")) {
            guard take(UInt8(ascii: "\\")) else { throw unexpectedInString() }
            try escape()
            let start = position
            try skipPlain()
            unescaped.append(contentsOf: UnsafeBufferPointer(rebasing: buffer[start..<position]))
        }
        return String(decoding: unescaped, as: UTF8.self)
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

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONError) {
        switch peek {
        case UInt8(ascii: "u"):
            position += 1
            let scalar = try unicodeEscape()
            // The bytes of a scalar are made by hand: `UTF8.encode` costs ten times as much, and an answer in
            // Japanese may be one escape after another.
            switch scalar {
            case 0..<0x80:
                unescaped.append(UInt8(scalar))
            case 0x80..<0x800:
                unescaped.append(UInt8(0xC0 | scalar >> 6))
                unescaped.append(UInt8(0x80 | scalar & 0x3F))
            case 0x800..<0x10000:
                unescaped.append(UInt8(0xE0 | scalar >> 12))
                unescaped.append(UInt8(0x80 | scalar >> 6 & 0x3F))
                unescaped.append(UInt8(0x80 | scalar & 0x3F))
            default:
                unescaped.append(UInt8(0xF0 | scalar >> 18))
                unescaped.append(UInt8(0x80 | scalar >> 12 & 0x3F))
                unescaped.append(UInt8(0x80 | scalar >> 6 & 0x3F))
                unescaped.append(UInt8(0x80 | scalar & 0x3F))
            }
            return
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(peek)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        default: throw unexpected("one of the escapes `\"\\/bfnrtu`")
        }
        position += 1
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
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw unexpected("four hex digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
