import Bytes
import Testing

@Suite struct ByteScanTests {
    @Test func aRunEndsAtTheFirstMatchingByteWhereverItIs() {
        for length in 0...40 {
            for place in 0...length {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                if place < length { bytes[place] = 0x0A }
                if place > 2 { bytes[2] = 0xE3 }
                // After the first match, and before the start, there may be others.
                if place + 1 < length { bytes[place + 1] = 0x0A }
                for start in 0...place {
                    let run = bytes.withUnsafeBufferPointer { buffer in
                        ByteScan.run(in: buffer, from: start) { ByteScan.equal($0, 0x0A) | ByteScan.below($0, 0x05) }
                    }
                    #expect(run.end == place && run.isASCII == !(place > 2 && start <= 2))
                }
            }
        }
    }

    @Test(arguments: [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xFF] as [UInt8])
    func bytesThatAStringMustEscapeAreMarkedAtEveryPosition(among others: UInt8) {
        for byte in UInt8.min...UInt8.max {
            let isSpecial = byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            for place in 0..<8 {
                var bytes = [UInt8](repeating: others, count: 8)
                bytes[place] = byte
                let marks = ByteScan.special(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
                #expect(marks.trailingZeroBitCount / 8 == (isSpecial ? place : 8))
            }
        }
    }

    @Test func buffersAreEqualIfNoneOfTheirBytesDiffers() {
        func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
            left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { ByteScan.areEqual(left, $0) } }
        }
        for length in 0...40 {
            let bytes = (0..<length).map { UInt8($0) }
            #expect(areEqual(bytes, bytes) && !areEqual(bytes, bytes + [0]) && !areEqual(bytes + [0], bytes))
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x80
                #expect(!areEqual(bytes, other) && !areEqual(other, bytes))
            }
        }
    }
}
