/// Bytes that are appended behind and taken away in front.
struct ByteQueue {
    private var storage: [UInt8] = []
    private var start = 0

    var count: Int { storage.count - start }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if start == storage.count {
            storage.removeAll(keepingCapacity: storage.capacity <= 1 << 17)
            start = 0
        } else if start > storage.count / 2 {
            storage.removeFirst(start)
            start = 0
        }
        storage.append(contentsOf: bytes)
    }

    /// The byte at `offset` from the front.
    subscript(offset: Int) -> UInt8 { storage[start + offset] }

    /// The first `count` bytes.
    func prefix(_ count: Int) -> [UInt8] {
        Array(storage[start..<start + count])
    }

    mutating func removeFirst(_ count: Int) {
        start += count
    }

    /// The offset of the first `byte` at or after `offset`.
    func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        storage.withUnsafeBufferPointer { buffer in
            let rest = UnsafeBufferPointer(rebasing: buffer[(start + offset)...])
            return rest.firstOffset(of: byte).map { $0 + offset }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first `byte`, looked for eight bytes at a time.
    fileprivate func firstOffset(of byte: UInt8) -> Int? {
        guard let base = UnsafeRawPointer(baseAddress) else { return nil }
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = 0
        while position + 8 <= count {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let difference = word ^ (ones &* UInt64(byte))
            let marks = (difference &- ones) & ~difference & (ones &* 0x80)
            if marks != 0 { return position + marks.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count {
            if self[position] == byte { return position }
            position += 1
        }
        return nil
    }
}
