/// Finds the places where a short text stands in a long one.
///
/// Thirty-two places are looked at together: only where both the first and the last byte of the text fit, it is
/// compared as a whole. Rare pairs of bytes make this about as fast as memory can be read.
struct ByteFinder {
    private let needle: UnsafeBufferPointer<UInt8>
    private let bytes: UnsafeBufferPointer<UInt8>
    private var looks = 0

    /// Where to look on from.
    var position = 0

    /// Whether the search was given up.
    private(set) var wasCancelled = false

    /// A search for `needle`, which must not be empty, in `bytes`.
    init(_ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) {
        self.needle = needle
        self.bytes = bytes
    }

    /// How many blocks are looked at between two looks at whether the search is still wanted: some 100 µs.
    private static let blocksBetweenLooks = 1 << 14

    /// The next place, or nil if there is none or the search was given up. `position` is that place then.
    mutating func next(isCancelled: () -> Bool) -> Int? {
        guard let base = UnsafeRawPointer(bytes.baseAddress), let first = needle.first, let last = needle.last else {
            return nil
        }
        let lastOffset = needle.count - 1
        let firsts = SIMD32<UInt8>(repeating: first)
        let lasts = SIMD32<UInt8>(repeating: last)
        while position + lastOffset + 32 <= bytes.count {
            let front = base.loadUnaligned(fromByteOffset: position, as: SIMD32<UInt8>.self)
            let back = base.loadUnaligned(fromByteOffset: position + lastOffset, as: SIMD32<UInt8>.self)
            if Self.isAny((front .== firsts) .& (back .== lasts)) {
                for place in position..<position + 32 where fits(place) {
                    position = place
                    return place
                }
            }
            position += 32
            looks += 1
            if looks % Self.blocksBetweenLooks == 0, isCancelled() {
                wasCancelled = true
                return nil
            }
        }
        while position + lastOffset < bytes.count {
            if fits(position) { return position }
            position += 1
        }
        return nil
    }

    /// Whether any lane is set. (`any` of the standard library is a call that is not inlined.)
    private static func isAny(_ mask: SIMDMask<SIMD32<Int8>>) -> Bool {
        let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
        return words[0] | words[1] | words[2] | words[3] != 0
    }

    private func fits(_ place: Int) -> Bool {
        guard bytes[place] == needle[0] else { return false }
        for offset in 1..<max(needle.count, 1) where bytes[place + offset] != needle[offset] { return false }
        return true
    }
}
