import CMatching

/// Finds the occurrences of an ASCII word in bytes. It tests 64 positions at a time, each once: only where the two
/// rarest bytes of the word match is all of it compared.
struct WordFinder {
    private let pattern: ASCIIPattern
    private let base: UnsafePointer<UInt8>
    /// The last position where it can occur.
    private let last: Int

    /// The first of the 64 positions tested last, and those of them that are still candidates.
    private var block = -64
    private var rest: UInt64 = 0

    /// - Parameter count: The number of bytes, which are followed by `MatchBlock.padding` more.
    @inline(__always)
    init(_ pattern: ASCIIPattern, _ base: UnsafePointer<UInt8>, _ count: Int) {
        self.pattern = pattern
        self.base = base
        last = count &- pattern.characters.count
    }

    /// How many bytes are scanned between two checks for cancellation: about 10 µs.
    private static let bytesBetweenLooks = 1 << 18

    /// Returns the first position at or after `start` where the word occurs; nil if there is none, or the search was
    /// cancelled.
    @inline(__always)
    mutating func place(from start: Int, _ isCancelled: () -> Bool) -> Int? {
        let (one, other) = (pattern.rarest, pattern.secondRarest)
        let (first, second) = (pattern.characters[one], pattern.characters[other])
        if block <= start, start < block &+ 64 {
            rest &= ~0 &<< UInt64(start &- block)
        } else {
            (block, rest) = (start &- 64, 0)
        }
        var next = block &+ Self.bytesBetweenLooks
        while true {
            while rest != 0 {
                let place = block &+ rest.trailingZeroBitCount
                guard place <= last else { return nil }
                if stands(at: place) { return place }
                rest &= rest &- 1
            }
            block &+= 64
            guard block <= last else { return nil }
            if block >= next {
                if isCancelled() { return nil }
                next = block &+ Self.bytesBetweenLooks
            }
            rest = cmatching_both(base + block, one, first.bytes, first.bits, other, second.bytes, second.bits)
        }
    }

    @inline(__always)
    private func stands(at place: Int) -> Bool {
        for offset in 0..<pattern.characters.count {
            let character = pattern.characters[offset]
            guard base[place &+ offset] | character.bit == character.byte else { return false }
        }
        return true
    }
}
