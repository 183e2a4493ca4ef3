import Bytes
import HTTP

/// What has come of an answer so far: headers a line at a time, and the body, decompressed, in pieces.
///
/// The answer that counts may be preceded by others: redirects, and those with a status of 1xx. Each starts over.
struct IncomingAnswer {
    /// The maximum size of the headers, in bytes.
    static let mostHeaderBytes = 256 << 10

    /// The headers of the last answer.
    private(set) var headers: HTTPHeaders = [:]
    /// What has come of its body.
    private(set) var body: [UInt8] = []
    private(set) var hasHeaders = false
    /// How many bytes of headers have come, including those of earlier answers.
    private(set) var headerBytes = 0
    /// What there was too much of; nil if nothing.
    private(set) var excess: TransferFailure.Excess?

    /// How many bytes have come.
    var size: Int { headerBytes + body.count }

    /// Takes a piece of the body, which may have at most `limit` bytes in all. Returns how many bytes of the piece were
    /// taken; if not all were, the transfer ends.
    mutating func take(body bytes: UnsafeRawBufferPointer, atMost limit: Int) -> UInt {
        guard body.count + bytes.count <= limit else {
            excess = .body
            return 0
        }
        if body.isEmpty, let length = headers["Content-Length"].flatMap({ Int($0) }), length > bytes.count {
            // Memory that is never written to costs nothing, so a server may announce more than it sends.
            body.reserveCapacity(min(length, limit))
        }
        body.append(contentsOf: bytes)
        return UInt(bytes.count)
    }

    /// Takes a line of the headers. Returns how many of its bytes were taken.
    mutating func take(header bytes: UnsafeRawBufferPointer) -> UInt {
        headerBytes += bytes.count
        guard headerBytes <= Self.mostHeaderBytes else {
            excess = .headers
            return 0
        }
        if Self.isStatusLine(bytes) {
            headers = [:]
            body = []
            hasHeaders = false
        } else if bytes.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            hasHeaders = true
        } else {
            headers.add(line: bytes.assumingMemoryBound(to: UInt8.self))
        }
        return UInt(bytes.count)
    }

    /// Whether an answer begins with this line: `HTTP/1.1 200 OK`, but not `HTTP/1.1: …`, which may be in a trailer.
    private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: "HTTP/".utf8) && line.dropFirst(5).first { !$0.isDigit && $0 != UInt8(ascii: ".") } == 0x20
    }
}
