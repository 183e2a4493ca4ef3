import Bytes
import Platform

/// Bytes to be written to a descriptor, without waiting for its reader.
struct Outlet {
    /// Long byte arrays, which are not copied, and the bytes before and between them.
    private var pieces = Queue<[UInt8]>()
    /// The number of bytes of the first piece that have been written.
    private var start = 0
    /// The number of bytes that wait in `pieces`.
    private var countInPieces = 0
    /// The bytes that wait behind the pieces.
    private var waiting = Queue<UInt8>()
    private let writer: Writer

    /// Why nothing more is written; nil as long as there is no fault.
    private(set) var fault: SystemError?

    /// The number of bytes that have been written.
    private(set) var written = 0

    /// Creates an outlet to `descriptor`.
    init(_ descriptor: Descriptor) {
        writer = Writer(descriptor)
    }

    /// The descriptor to watch for room to write.
    var descriptor: Descriptor { writer.descriptor }

    /// The number of bytes that wait for their reader.
    var count: Int { countInPieces + waiting.count }

    /// Whether no bytes wait.
    var isEmpty: Bool { count == 0 }

    /// Lets `body` append to the waiting bytes. After a fault, they are discarded.
    mutating func append(by body: (inout [UInt8]) -> Void) {
        waiting.append(by: body)
        if fault != nil { waiting.removeFirst(waiting.count) }
    }

    /// Appends bytes that are too many to be copied. After a fault, they are discarded.
    mutating func append(long bytes: [UInt8]) {
        guard fault == nil else { return }
        if !waiting.isEmpty { append(piece: waiting.prefix(waiting.count)) }
        waiting.removeFirst(waiting.count)
        append(piece: bytes)
    }

    private mutating func append(piece: [UInt8]) {
        pieces.append(piece)
        countInPieces += piece.count
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        while !isEmpty, fault == nil {
            let isPiece = !pieces.isEmpty
            let outcome =
                isPiece
                ? pieces[0].withUnsafeBytes { writer.write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
                : waiting.withUnsafeBufferPointer { writer.write(UnsafeRawBufferPointer($0)) }
            switch outcome {
            case .taken(let count):
                if isPiece { removeFirst(count) } else { waiting.removeFirst(count) }
                written += count
            case .full: return
            case .failed(let error): end(because: error)
            }
        }
    }

    /// Removes `count` bytes from the first piece.
    private mutating func removeFirst(_ count: Int) {
        start += count
        countInPieces -= count
        guard start == pieces[0].count else { return }
        _ = pieces.popFirst()
        start = 0
    }

    private mutating func end(because error: SystemError) {
        fault = error
        (pieces, start, countInPieces) = (Queue(), 0, 0)
        waiting.removeFirst(waiting.count)
    }

    /// Closes the descriptor. Nothing more may be appended.
    func close() {
        writer.close()
    }

    /// Writes the waiting bytes. This does wait for the reader, but no longer than `limit`.
    mutating func finish(within limit: Duration) {
        flush()
        let deadline = SystemClock.now.advanced(by: limit)
        var polled = PollSet()
        _ = polled.add(descriptor, for: .writable)
        while !isEmpty, case let left = SystemClock.now.duration(to: deadline), left > .zero {
            polled.wait(atMost: left)
            flush()
        }
    }
}
