import Bytes

/// One message per line. A CR before the LF, blank lines, and a byte order mark at the start of a line are accepted.
///
///     within ──(more than the limit without LF)──→ skipping: `.tooLong`, once
///       ↑ └──LF──→ `.message`, if the line is not blank │
///       └──────────────────────LF──────────────────────┘
public struct LineFramer: Framer {
    private let limit: Int
    private var bytes = Queue<UInt8>()
    private var searched = 0
    private var isSkipping = false

    /// A framer for lines of at most `limit` bytes, not counting their ends.
    public init(limit: Int = Framing.maximumMessageLength) {
        self.limit = limit
    }

    /// Takes the next bytes of the stream.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        self.bytes.append(bytes)
    }

    /// Returns the next line that is not blank, or nil until more bytes arrive.
    public mutating func next() -> Frame? {
        while let end = bytes.firstIndex(of: 0x0A, from: searched) {
            searched = 0
            defer { bytes.removeFirst(end + 1) }
            if isSkipping {
                isSkipping = false
            } else if let frame = line(end) {
                return frame
            }
        }
        searched = bytes.count
        if isSkipping {
            drop()
        } else if bytes.count > limit + 1 {
            let beginning = bytes.prefix(limit)
            isSkipping = true
            drop()
            return .tooLong(beginning)
        }
        return nil
    }

    /// Returns the last line if the stream ended without an LF: it may still be a whole message.
    public mutating func finish() -> Frame? {
        defer { drop() }
        return isSkipping ? nil : line(bytes.count)
    }

    private mutating func drop() {
        bytes.removeFirst(bytes.count)
        searched = 0
    }

    private func line(_ end: Int) -> Frame? {
        let end = end > 0 && bytes[end - 1] == 0x0D ? end - 1 : end
        if end > limit { return .tooLong(bytes.prefix(limit)) }
        // A byte order mark may come before a message, and so before a blank line too.
        let start = end >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
        let isBlank = (start..<end).allSatisfy { bytes[$0] == 0x20 || bytes[$0] == 0x09 || bytes[$0] == 0x0D }
        return isBlank ? nil : .message(bytes.prefix(end))
    }
}
