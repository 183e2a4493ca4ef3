import Testing

@testable import Bytes

@Suite struct DigestTests {
    /// Of long text only a digest is hashed: it depends on each byte, and on their order.
    @Test(arguments: [Digest.least - 1, Digest.least, Digest.least + 1, Digest.least + 17, Digest.least + 31])
    func longTextIsDigestedWhole(_ count: Int) {
        let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0 * $0 % 23) }
        func hash(_ bytes: [UInt8]) -> Int {
            var hasher = Hasher()
            bytes.withUnsafeBufferPointer { hasher.combine(text: $0) }
            return hasher.finalize()
        }
        var hashes: Set = [hash(bytes), hash(bytes.dropLast()), hash(bytes + [bytes[0]])]
        #expect(hash(bytes) == hash(Array(bytes)))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 4
            hashes.insert(hash(other))
        }
        var moved = 0
        for shift in [1, 8, 16, 32] {
            var other = bytes
            for place in 0..<shift { other.swapAt(place, place + shift) }
            if other != bytes { moved += hashes.insert(hash(other)).inserted ? 1 : 0 }
        }
        #expect(hashes.count == 3 + count + 4 && moved == 4)
    }
}
