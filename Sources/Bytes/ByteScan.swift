/// Looks for bytes eight at a time, in a machine word.
///
/// The functions mark bytes of a word by their top bits. Where they borrow from one byte to the next they may mark too
/// much, but only behind a true mark: the lowest mark is always right, and none is missing.
public enum ByteScan {
    /// The word that has `byte` in every place.
    @inlinable @inline(__always)
    static func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Marks the bytes of `word` that are `byte`.
    @inlinable @inline(__always)
    public static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let difference = word ^ repeated(byte)
        return (difference &- repeated(1)) & ~difference & repeated(0x80)
    }

    /// Marks the bytes of `word` that are below `bound`, which is 0x80 at most.
    @inlinable @inline(__always)
    public static func below(_ word: UInt64, _ bound: UInt8) -> UInt64 {
        (word &- repeated(bound)) & ~word & repeated(0x80)
    }

    /// Marks what may not stand in a JSON string as it is: controls, quotes, backslashes.
    @inlinable @inline(__always)
    public static func special(_ word: UInt64) -> UInt64 {
        // All of them are ASCII. With their second bit turned over, controls and the quote are what lies below 0x21.
        let controlOrQuote = (word ^ repeated(0x02)) &- repeated(0x21)
        let backslash = (word ^ repeated(0x5C)) &- repeated(1)
        return (controlOrQuote | backslash) & ~word & repeated(0x80)
    }

    /// Where a run ends, and what it is made of.
    @frozen public struct Run {
        /// The offset of the first byte that is marked; the end of the buffer if none is.
        public let end: Int
        /// Whether all bytes in front of it are ASCII.
        public let isASCII: Bool

        @inlinable @inline(__always)
        init(end: Int, isASCII: Bool) {
            self.end = end
            self.isASCII = isASCII
        }

        /// The run that ends at the lowest mark of `word`, which stands at `place`, and of which `seen` has been passed.
        @inlinable @inline(__always)
        init(end place: Int, _ seen: UInt64, _ word: UInt64, _ found: UInt64) {
            // The mark is the top bit of its byte: what lies below that byte has been passed.
            let passed = ((found & (0 &- found)) &- 1) &>> 7
            end = place &+ found.trailingZeroBitCount &>> 3
            isASCII = (seen | word & passed) & repeated(0x80) == 0
        }
    }

    /// The bytes from `start` on of which `marks` marks none.
    ///
    /// - Parameter visit: Is handed all of them on the way, in words: the bytes from `place` on, and behind the last one
    ///   others, or zeros. The last two words may overlap.
    @inlinable @inline(__always)
    public static func run(
        in buffer: UnsafeBufferPointer<UInt8>, from start: Int, to marks: (_ word: UInt64) -> UInt64,
        visit: (_ word: UInt64, _ place: Int) -> Void = { _, _ in }
    ) -> Run {
        guard let base = UnsafeRawPointer(buffer.baseAddress) else { return Run(end: start, isASCII: true) }
        // No sum here can overflow: all are places in the buffer, or a word behind it.
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
            // The last eight bytes: those in front of `place` are known to be unmarked.
            place = buffer.count &- 8
            let word = load(base, place)
            visit(word, place)
            let found = marks(word)
            if found != 0 { return Run(end: place, seen, word, found) }
            return Run(end: buffer.count, isASCII: (seen | word) & repeated(0x80) == 0)
        }
        let word = last(left, base, buffer.count)
        visit(word, place)
        // Behind the last byte are zeros, which may be marked.
        let found = marks(word) & ((1 as UInt64) &<< UInt64(truncatingIfNeeded: left &* 8) &- 1)
        if found != 0 { return Run(end: place, seen, word, found) }
        return Run(end: buffer.count, isASCII: (seen | word) & repeated(0x80) == 0)
    }

    /// The eight bytes at `place`.
    @inlinable @inline(__always)
    static func load(_ base: UnsafeRawPointer, _ place: Int) -> UInt64 {
        UInt64(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// The last `left` of `count` bytes, up to seven, with zeros behind them.
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
