/// Finds the occurrences of a short string in a long one.
///
/// It looks at thirty-two places at once, and compares the whole string only where both its first and its last byte
/// match. If that pair of bytes is rare, this is about as fast as memory can be read.
struct ByteFinder {
    private let needle: UnsafeBufferPointer<UInt8>
    private let bytes: UnsafeBufferPointer<UInt8>
    private var looks = 0

    /// Where the search continues.
    var position = 0

    /// Whether the search was cancelled.
    private(set) var wasCancelled = false

    /// Creates a search for `needle`, which must not be empty, in `bytes`.
    init(_ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) {
        self.needle = needle
        self.bytes = bytes
    }

    /// How many blocks are searched between two checks for cancellation: about 100 µs.
    private static let blocksBetweenLooks = 1 << 14

    /// Returns the next occurrence and sets `position` to it; nil if there is none or the search was cancelled.
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

    /// Whether any lane is set. (The standard library's `any` is not inlined.)
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
