import Bytes

/// The last block of a list, to which strings are appended.
struct MatchBlockBuilder: Sendable {
    let first: Int
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt32] = [0]
    private(set) var sets: [UInt64] = []
    private(set) var lengths: [UInt16] = []
    private(set) var originals = MatchBlock.Originals()

    /// How many strings or bytes make a block complete: searching that many takes tenths of a millisecond.
    private static let (mostTexts, mostBytes) = (4096, 1 << 18)

    /// The maximum length of a string, in bytes: offsets are 32-bit numbers.
    static let longestText = 1 << 30

    init(first: Int) {
        self.first = first
    }

    /// Whether the next string belongs in the next block.
    var isWhole: Bool { sets.count >= Self.mostTexts || bytes.count >= Self.mostBytes }

    /// The number of bytes in use.
    var size: Int {
        bytes.count + originals.bytes.count + 4 * (starts.count + originals.numbers.count) + 10 * sets.count
    }

    /// Appends a string. Invalid UTF-8 becomes U+FFFD, as in `String(decoding:as:)`; anything beyond `longestText` is
    /// left out.
    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        let text = Self.cut(text)
        if ByteScan.run(in: text, from: 0, to: { _ in 0 }).isASCII {
            bytes.append(contentsOf: text)
            close(CharacterSet64.bits(ofASCII: text), count: text.count)
        } else if !appendFolded(text) {
            var repaired = String(decoding: text, as: UTF8.self)
            repaired.withUTF8 { _ = appendFolded(Self.cut($0)) }
        }
    }

    /// Returns the part of a string that is kept, without splitting a character.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard text.count > longestText else { return text }
        var end = longestText
        while end > longestText - 4, text[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[..<end])
    }

    /// Calls `body` with the UTF-8 of a string as displayed.
    func withOriginal<Output>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
        originals.withOriginal(number, among: bytes, starts, body)
    }

    /// Appends a string that is not ASCII. Returns false, and appends nothing, if it is not valid UTF-8.
    private mutating func appendFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let table = AccentTable.shared
        let start = bytes.count
        var (place, count, set, isChanged) = (0, 0, 0 as UInt64, false)
        // The character appended last, and where it begins: a sound mark changes it.
        var (last, lastStart) = (0 as UInt32, start)
        while place < text.count {
            guard let found = UTF8Decoder.character(in: text, at: place) else {
                bytes.removeLast(bytes.count - start)
                return false
            }
            place += found.size
            var folded = found.scalar
            switch Folding.fold(found.scalar, table) {
            case .one(let scalar): folded = scalar
            case .mark:
                isChanged = true
                continue
            case .sound(let sound):
                if let kana = Folding.kana(last, sound: sound) {
                    bytes.removeLast(bytes.count - lastStart)
                    count -= 1
                    folded = kana
                }
            }
            isChanged = isChanged || folded != found.scalar
            (last, lastStart) = (folded, bytes.count)
            UTF8Decoder.append(folded, to: &bytes)
            count += 1
            set |= CharacterSet64.bits(ofLowercase: Folding.lowercase(folded, table))
        }
        if isChanged {
            originals.numbers.append(UInt32(truncatingIfNeeded: sets.count))
            originals.bytes.append(contentsOf: text)
            originals.starts.append(UInt32(truncatingIfNeeded: originals.bytes.count))
        }
        close(set, count: count)
        return true
    }

    /// Records what is known about the string appended last.
    private mutating func close(_ set: UInt64, count: Int) {
        let start = Int(starts[starts.count - 1])
        let blanks = bytes.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[start...])
            guard let base = text.baseAddress else { return 0 }
            // Whitespace beyond ASCII counts as characters.
            return text.count - ASCIIText(base: base, count: text.count).length
        }
        lengths.append(UInt16(clamping: count - blanks))
        sets.append(set)
        starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
}
