import Bytes
import Platform

/// Bytes on their way out through a descriptor, whose reader nobody waits for.
struct Outlet {
    /// Long ones that wait as they came, and what waits in front of them and between them.
    private var pieces = Queue<[UInt8]>()
    /// How many bytes of the first one have been written.
    private var start = 0
    /// How many wait in pieces.
    private var countInPieces = 0
    /// What waits behind them.
    private var waiting = Queue<UInt8>()
    private let writer: Writer

    /// Why nothing more is written; nil as long as it is.
    private(set) var fault: SystemError?

    /// How many bytes have been written.
    private(set) var written = 0

    /// A way out through `descriptor`.
    init(_ descriptor: Descriptor) {
        writer = Writer(descriptor)
    }

    /// What is to be watched, to hear when there is room.
    var descriptor: Descriptor { writer.descriptor }

    /// How many bytes wait for their reader.
    var count: Int { countInPieces + waiting.count }

    /// Whether none does.
    var isEmpty: Bool { count == 0 }

    /// Lets `body` append to what waits. After a fault, that goes nowhere.
    mutating func append(by body: (inout [UInt8]) -> Void) {
        waiting.append(by: body)
        if fault != nil { waiting.removeFirst(waiting.count) }
    }

    /// Appends bytes that are too many to be copied. After a fault, they go nowhere.
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

    /// Takes away so many bytes of the first piece.
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

    /// Writes what waits, and waits for the reader after all, but for no longer than `limit`.
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
