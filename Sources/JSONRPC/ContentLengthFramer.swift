import Bytes

/// The Language Server Protocol's framing: header lines, an empty line, and as many bytes as `Content-Length` says.
///
///     header ──empty line──→ body ──all bytes──→ header: `.message`
///       │                     └──over the limit──→ skipping ──all bytes──→ header (`.tooLong` at once)
///       └──unreadable──→ lost: `.lost`, once; the stream cannot be resynchronized
///
/// Other headers are ignored. Charsets other than UTF-8 are not supported; the protocol has dropped them too.
public struct ContentLengthFramer: Framer {
    private enum State {
        case header
        case body(Int)
        case skipping(Int)
        case lost
    }

    /// The maximum length of the header lines of one message, in bytes.
    static let maximumHeaderLength = 8192

    private let limit: Int
    private var bytes = Queue<UInt8>()
    private var state = State.header

    // The state of reading a header: where the current line begins, where to resume the search for its end, so that no
    // byte is searched again when more arrive, and the length, once it has been read.
    private var line = 0
    private var searched = 0
    private var length: Int?

    /// A framer for messages of at most `limit` bytes, not counting their headers.
    public init(limit: Int = Framing.maximumMessageLength) {
        self.limit = limit
    }

    /// Takes the next bytes of the stream.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .lost = state { return }
        self.bytes.append(bytes)
    }

    /// Returns the next message, or nil until more bytes arrive.
    public mutating func next() -> Frame? {
        while true {
            switch state {
            case .header:
                switch header() {
                case nil: return nil
                case .failure(let fault):
                    state = .lost
                    return .lost(fault.text)
                case .success(let length): state = .body(length)
                }
            case .body(let length) where length > limit:
                guard bytes.count >= limit else { return nil }
                state = .skipping(length)
                return .tooLong(bytes.prefix(limit))
            case .body(let length):
                guard bytes.count >= length else { return nil }
                let message = bytes.prefix(length)
                bytes.removeFirst(length)
                state = .header
                return .message(message)
            case .skipping(let length):
                let skipped = min(length, bytes.count)
                bytes.removeFirst(skipped)
                guard skipped == length else {
                    state = .skipping(length - skipped)
                    return nil
                }
                state = .header
            case .lost:
                return nil
            }
        }
    }

    /// Returns `.lost` if the stream ends inside a header or a body that is not being skipped.
    public mutating func finish() -> Frame? {
        defer { state = .lost }
        switch state {
        case .header where bytes.count == 0: return nil
        case .header: return .lost("the input ends inside a header")
        case .body(let length):
            return .lost("the input ends after \(bytes.count) of the \(length) bytes that Content-Length promises")
        case .skipping, .lost: return nil
        }
    }

    private struct Fault: Error {
        var text: String
    }

    /// Reads the header lines up to the empty one. Returns the length that they give, or nil until all have arrived.
    private mutating func header() -> Result<Int, Fault>? {
        while let end = bytes.firstIndex(of: 0x0A, from: searched), end < Self.maximumHeaderLength {
            let field = Self.trimmed((line..<end).map { bytes[$0] })
            line = end + 1
            searched = line
            if field.isEmpty {
                guard let length else { return .failure(Fault(text: "a header without Content-Length")) }
                bytes.removeFirst(line)
                (line, searched, self.length) = (0, 0, nil)
                return .success(length)
            }
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else {
                let text = String(decoding: field.prefix(60), as: UTF8.self)
                return .failure(Fault(text: "a header line must be `Name: value`, not `\(text)`"))
            }
            let name = String(decoding: field[..<colon], as: UTF8.self).lowercased()
            guard name == "content-length" else { continue }
            let value = Self.trimmed(Array(field[(colon + 1)...]))
            let text = String(decoding: value.prefix(60), as: UTF8.self)
            let isNumber = !value.isEmpty && value.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, let number = Int(text), value.count <= 60 else {
                return .failure(Fault(text: "Content-Length must be a number of bytes, not `\(text)`"))
            }
            length = number
        }
        searched = bytes.count
        if bytes.count >= Self.maximumHeaderLength {
            return .failure(Fault(text: "a header of more than \(Self.maximumHeaderLength) bytes"))
        }
        return nil
    }

    /// Returns `line` without spaces, tabs and CRs at its ends.
    private static func trimmed(_ line: [UInt8]) -> [UInt8] {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard let first = line.firstIndex(where: { !isSpace($0) }) else { return [] }
        let last = line.lastIndex { !isSpace($0) } ?? first
        return Array(line[first...last])
    }
}
