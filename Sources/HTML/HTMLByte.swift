import Bytes

extension UInt8 {
    /// Whether this is HTML white space: tab, line feed, form feed, carriage return or space.
    var isSpace: Bool {
        self <= 0x20 && (self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C)
    }

    /// Whether the name of a tag ends before this.
    var endsTagName: Bool {
        isSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
    }
}

extension [UInt8] {
    /// Whether `text` is at `index`, ignoring ASCII case.
    func has(_ text: StaticString, at index: Int) -> Bool {
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard index + text.count <= count else { return false }
        return withUnsafeBufferPointer { bytes in
            for offset in 0..<text.count where bytes[index + offset].inSmall != text[offset].inSmall {
                return false
            }
            return true
        }
    }

    /// Returns the offset of the first `byte` at or after `start`; the end if there is none.
    func index(of byte: UInt8, from start: Int) -> Int {
        index(of: byte, from: start, to: count) ?? count
    }

    /// Returns the offset of the first `byte` at or after `start` and before `end`, or nil if there is none.
    func index(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        return withUnsafeBufferPointer { buffer in
            let part = UnsafeBufferPointer(rebasing: buffer[..<end])
            let place = ByteScan.run(in: part, from: start) { ByteScan.equal($0, byte) }.end
            return place < end ? place : nil
        }
    }

    /// Returns where the first `text` at or after `start` ends; the end if there is none.
    func end(of text: StaticString, from start: Int) -> Int {
        let first = text.withUTF8Buffer { $0[0] }
        var place = index(of: first, from: start)
        while place < count, !has(text, at: place) { place = index(of: first, from: place + 1) }
        return Swift.min(place + text.utf8CodeUnitCount, count)
    }
}
