import HTTP

/// What has come of an answer so far: headers a line at a time, and the body, decompressed, in pieces.
///
/// In front of the answer that counts there may be others: those that send the request on, and those of a status of 1xx.
/// Each begins anew.
struct IncomingAnswer {
    /// How many bytes of headers there may be.
    static let mostHeaderBytes = 256 << 10

    /// The headers of the last answer.
    private(set) var headers: HTTPHeaders = [:]
    /// What has come of its body.
    private(set) var body: [UInt8] = []
    private(set) var hasHeaders = false
    /// How many bytes of headers have come, those of answers that sent the request on among them.
    private(set) var headerBytes = 0
    /// What there was too much of.
    private(set) var excess: TransferFailure.Excess?

    /// How many bytes have come.
    var size: Int { headerBytes + body.count }

    /// Takes a piece of the body, which may have so many bytes; answers how much of it was taken: less than all ends the
    /// transfer.
    mutating func take(body bytes: UnsafeRawBufferPointer, atMost limit: Int) -> UInt {
        guard body.count + bytes.count <= limit else {
            excess = .body
            return 0
        }
        if body.isEmpty, let length = headers["Content-Length"].flatMap({ Int($0) }), length > bytes.count {
            // Memory that is never written to costs nothing, so that a server may say more than comes.
            body.reserveCapacity(min(length, limit))
        }
        body.append(contentsOf: bytes)
        return UInt(bytes.count)
    }

    /// Takes a line of the headers; answers how much of it was taken.
    mutating func take(header bytes: UnsafeRawBufferPointer) -> UInt {
        headerBytes += bytes.count
        guard headerBytes <= Self.mostHeaderBytes else {
            excess = .headers
            return 0
        }
        if bytes.starts(with: "HTTP/".utf8) {
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
}
