/// A digest of long text, which is hashed instead of the text: `Hasher` takes five instructions per byte, so a page of
/// ids of 1 MiB each would occupy the loop for 5 ms.
///
/// Each of two lanes mixes sixteen bytes at a time with the folded multiplication of wyhash
/// (https://github.com/wangyi-fudan/wyhash). The secrets are drawn anew in each process, so that nobody outside can
/// provoke collisions.
struct Digest: Hashable {
    /// The minimum size of long text, in bytes; at least 32.
    static let least = 1 << 10

    private static let secrets: (UInt64, UInt64) = (.random(in: 0...UInt64.max), .random(in: 0...UInt64.max))

    private let lanes: SIMD2<UInt64>

    /// The digest of at least 32 bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        let secrets = Self.secrets
        func fold(_ lane: UInt64, _ place: Int) -> UInt64 {
            let left = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ lane
            let right = bytes.loadUnaligned(fromByteOffset: place &+ 8, as: UInt64.self) ^ secrets.1
            let product = left.multipliedFullWidth(by: right)
            return product.high ^ product.low
        }
        var (first, second) = (secrets.0, secrets.0 ^ UInt64(bytes.count))
        for place in stride(from: 0, through: bytes.count &- 32, by: 32) {
            (first, second) = (fold(first, place), fold(second, place &+ 16))
        }
        // The last bytes, some of which may have been mixed in already.
        (first, second) = (fold(first, bytes.count &- 32), fold(second, bytes.count &- 16))
        lanes = SIMD2(first, second)
    }
}

extension Hasher {
    /// Mixes in text from outside, in UTF-8: all of it, or the digest of it if it is long.
    public mutating func combine(text: UnsafeBufferPointer<UInt8>) {
        let bytes = UnsafeRawBufferPointer(text)
        if bytes.count < Digest.least { combine(bytes: bytes) } else { combine(Digest(bytes)) }
    }
}
