/// Cuts a stream of bytes into messages, however the bytes were split and glued on their way.
public protocol Framer {
    /// Takes the next bytes of the stream.
    mutating func append(_ bytes: UnsafeRawBufferPointer)

    /// The next whole message, or nil until more bytes have come.
    mutating func next() -> Frame?

    /// What is left when the stream has ended, or nil if it ended between two messages. To be called after `next`
    /// has answered nil.
    mutating func finish() -> Frame?
}

/// What a framer finds in a stream.
public enum Frame: Hashable, Sendable {
    /// The text of one message.
    case message([UInt8])
    /// A message over the limit, of which this is the beginning. The rest is skipped.
    case tooLong([UInt8])
    /// The stream cannot be cut any further, because of what the text says.
    case lost(String)
}

/// How messages are told apart in a stream.
public enum Framing: String, Sendable, CaseIterable {
    /// One message a line, ended by LF.
    case lines
    /// A `Content-Length` header before each message, as in the Language Server Protocol.
    case contentLength = "content-length"

    /// The framing of a stream that begins with `first`: a message cannot begin with `C`, a header does.
    public init(detecting first: UInt8) {
        self = first == UInt8(ascii: "C") ? .contentLength : .lines
    }

    /// The most bytes that a message may have: 1 MiB.
    public static let maximumMessageLength = 1 << 20

    /// A framer for a stream of this kind.
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

    /// Appends what stands in front of an outgoing message.
    public func appendBeginning(of message: [UInt8], to stream: inout [UInt8]) {
        if self == .contentLength { stream += "Content-Length: \(message.count)\r\n\r\n".utf8 }
    }

    /// Appends what stands behind an outgoing message.
    public func appendEnd(to stream: inout [UInt8]) {
        if self == .lines { stream.append(0x0A) }
    }
}
