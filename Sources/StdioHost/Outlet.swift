import Bytes
import Platform

/// Bytes on their way out through a descriptor, whose reader nobody waits for.
struct Outlet {
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
    var count: Int { waiting.count }

    /// Whether none does.
    var isEmpty: Bool { waiting.isEmpty }

    /// Lets `body` append to what waits. After a fault, that goes nowhere.
    mutating func append(by body: (inout [UInt8]) -> Void) {
        waiting.append(by: body)
        if fault != nil { waiting.removeFirst(waiting.count) }
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        while !waiting.isEmpty, fault == nil {
            switch waiting.withUnsafeBufferPointer({ writer.write(UnsafeRawBufferPointer($0)) }) {
            case .taken(let count):
                waiting.removeFirst(count)
                written += count
            case .full: return
            case .failed(let error): end(because: error)
            }
        }
    }

    private mutating func end(because error: SystemError) {
        fault = error
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
