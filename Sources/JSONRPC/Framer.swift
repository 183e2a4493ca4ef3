/// Splits a stream of bytes into messages, however the bytes were split or joined in transit.
public protocol Framer {
    /// Takes the next bytes of the stream.
    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// Returns the next whole message, or nil until more bytes arrive.
    mutating func next() -> Frame?

    /// Returns what is left when the stream has ended, or nil if it ended between two messages. Call it after `next`
    /// has returned nil.
    mutating func finish() -> Frame?
}

/// What a framer finds in a stream.
public enum Frame: Hashable, Sendable {
    /// The text of one message.
    case message([UInt8])
    /// The beginning of a message over the limit. The rest is skipped.
    case tooLong([UInt8])
    /// The stream cannot be split any further, for the reason given.
    case lost(String)
}

/// How messages are delimited in a stream.
public enum Framing: String, Sendable, CaseIterable {
    /// One message per line, ended by LF.
    case lines
    /// A `Content-Length` header before each message, as in the Language Server Protocol.
    case contentLength = "content-length"

    /// The framing of a stream that begins with `first`: a header begins with `C`, which no message can.
    public init(detecting first: UInt8) {
        self = first == UInt8(ascii: "C") ? .contentLength : .lines
    }

    /// The maximum size of a message, in bytes: 1 MiB.
    public static let maximumMessageLength = 1 << 20

    /// Returns a framer for a stream with this framing.
    public func framer() -> any Framer {
        switch self {
        case .lines: LineFramer()
        case .contentLength: ContentLengthFramer()
        }
    }

    /// Appends an outgoing message in its frame.
    public func append(_ message: [UInt8], to stream: inout [UInt8]) {
        appendBeginning(of: message, to: &stream)
        stream += message
        appendEnd(to: &stream)
    }

    /// Appends what precedes an outgoing message.
    public func appendBeginning(of message: [UInt8], to stream: inout [UInt8]) {
        if self == .contentLength { stream += "Content-Length: \(message.count)\r\n\r\n".utf8 }
    }

    /// Appends what follows an outgoing message.
    public func appendEnd(to stream: inout [UInt8]) {
        if self == .lines { stream.append(0x0A) }
    }
}
