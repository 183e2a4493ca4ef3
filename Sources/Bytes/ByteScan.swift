/// Searches for bytes eight at a time, in a machine word.
///
/// The functions mark bytes of a word by setting their top bits. A borrow from one byte to the next may mark too many,
/// but only after a true mark: the lowest mark is always right, and none is missing.
public enum ByteScan {
    /// Returns the word that has `byte` in every position.
    @inlinable @inline(__always)
    static func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Marks the bytes of `word` that are `byte`.
    @inlinable @inline(__always)
    public static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeated(byte)
        return (difference &- repeated(1)) & ~difference & repeated(0x80)
    }

    /// Marks the bytes of `word` that are below `bound`, which must be at most 0x80.
    @inlinable @inline(__always)
    public static func below(_ word: UInt64, _ bound: UInt8) -> UInt64 {
        (word &- repeated(bound)) & ~word & repeated(0x80)
    }

    /// Marks what a JSON string must escape: control characters, quotes, backslashes.
    @inlinable @inline(__always)
    public static func special(_ word: UInt64) -> UInt64 {
        // All of them are ASCII. With bit 0x02 flipped, control characters and the quote are the bytes below 0x21.
        let controlOrQuote = (word ^ repeated(0x02)) &- repeated(0x21)
        let backslash = (word ^ repeated(0x5C)) &- repeated(1)
        return (controlOrQuote | backslash) & ~word & repeated(0x80)
    }

    /// Where a run ends, and whether it is ASCII.
    @frozen public struct Run {
        /// The offset of the first marked byte; the end of the buffer if there is none.
        public let end: Int
        /// Whether all bytes of the run are ASCII.
        public let isASCII: Bool

        @inlinable @inline(__always)
        init(end: Int, isASCII: Bool) {
            self.end = end
            self.isASCII = isASCII
        }

        /// The run that ends at the lowest mark in `found`, in the `word` at `place`. `seen` combines the words before.
        @inlinable @inline(__always)
        init(end place: Int, _ seen: UInt64, _ word: UInt64, _ found: UInt64) {
            // The mark is the top bit of its byte: the bytes below that one belong to the run.
            let passed = ((found & (0 &- found)) &- 1) &>> 7
            end = place &+ found.trailingZeroBitCount &>> 3
            isASCII = (seen | word & passed) & repeated(0x80) == 0
        }
    }

    /// Returns the run of bytes from `start` on that `marks` does not mark.
    ///
    /// - Parameter visit: Called with each word of the run and its place. After the last byte, a word holds other bytes
    ///   or zeros. The last two words may overlap.
    @inlinable @inline(__always)
    public static func run(
        in buffer: UnsafeBufferPointer<UInt8>, from start: Int, to marks: (_ word: UInt64) -> UInt64,
        visit: (_ word: UInt64, _ place: Int) -> Void = { _, _ in }
    ) -> Run {
        guard let base = UnsafeRawPointer(buffer.baseAddress) else { return Run(end: start, isASCII: true) }
        // No sum here can overflow: each is at most a word past the end of the buffer.
        var place = start
        var seen: UInt64 = 0
        while place &+ 8 <= buffer.count {
            let word = load(base, place)
            visit(word, place)
            let found = marks(word)
            if found != 0 { return Run(end: place, seen, word, found) }
            seen |= word
            place = place &+ 8
        }
        let left = buffer.count &- place
        guard left > 0 else { return Run(end: place, isASCII: seen & repeated(0x80) == 0) }
        if place > start {
            // Take the last eight bytes of the buffer: those before `place` are known to be unmarked.
            place = buffer.count &- 8
            let word = load(base, place)
            visit(word, place)
            let found = marks(word)
            if found != 0 { return Run(end: place, seen, word, found) }
            return Run(end: buffer.count, isASCII: (seen | word) & repeated(0x80) == 0)
        }
        let word = last(left, base, buffer.count)
        visit(word, place)
        // After the last byte come zeros, which may be marked.
        let found = marks(word) & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: left &* 8) &- 1)
        if found != 0 { return Run(end: place, seen, word, found) }
        return Run(end: buffer.count, isASCII: (seen | word) & repeated(0x80) == 0)
    }

    /// Returns the eight bytes at `place`.
    @inlinable @inline(__always)
    static func load(_ base: UnsafeRawPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Returns the last `left` of `count` bytes, at most seven, followed by zeros.
    @inlinable @inline(__always)
    static func last(_ left: Int, _ base: UnsafeRawPointer, _ count: Int) -> UInt64 {
        let bits = UInt64(truncatingIfNeeded: left &* 8)
        if count >= 8 { return load(base, count &- 8) &>> (64 &- bits) }
        if left >= 4 {
            // Two halves, which may overlap.
            let low = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: count &- left, as: UInt32.self))
            let high = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(low) | UInt64(high) &<< (bits &- 32)
        }
        var word: UInt64 = 0
        for offset in 1...left {
            word = word &<< 8 | UInt64(base.load(fromByteOffset: count &- offset, as: UInt8.self))
        }
        return word
    }
}
