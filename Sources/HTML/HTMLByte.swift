extension UInt8 {
    /// Whether this is an ASCII letter.
    var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// Whether this is white space of HTML: tab, line feed, form feed, carriage return or space.
    var isSpace: Bool {
        self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C)
    }

    /// Whether the name of a tag ends before this.
    var endsTagName: Bool {
        isSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
    }

    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension [UInt8] {
    /// Whether `text`, in small letters, stands at `index`, in letters of any case.
    func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index + length <= count else { return false }
        return text.withUTF8Buffer { text in
            for offset in 0..<length where self[index + offset].lowercased != text[offset].lowercased { return false }
            return true
        }
    }

    /// Where `byte` stands next, at `start` or behind it; the end if it does not.
    func index(of byte: UInt8, from start: Int) -> Int {
        withUnsafeBytes { buffer in
            let ones: UInt64 = 0x0101_0101_0101_0101
            var place = start
            // Eight at a time: the lowest bit that stays is the top bit of the first byte that is the same.
            while place + 8 <= buffer.count {
                let word = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                let difference = word ^ (ones &* UInt64(byte))
                let marks = (difference &- ones) & ~difference & (ones &* 0x80)
                if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
                place += 8
            }
            while place < buffer.count, buffer[place] != byte { place += 1 }
            return Swift.min(place, buffer.count)
        }
    }

    /// Where `text` has come to its end, at `start` or behind it; the end if it does not come.
    func end(of text: StaticString, from start: Int) -> Int {
        let first = text.withUTF8Buffer { $0[0] }
        var place = index(of: first, from: start)
        while place < count, !has(text, at: place) { place = index(of: first, from: place + 1) }
        return Swift.min(place + text.utf8CodeUnitCount, count)
    }
}
