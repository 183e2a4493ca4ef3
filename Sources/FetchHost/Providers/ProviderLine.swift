import Bytes
import JSONRPC
import Platform
import SearchSource
import Time

/// The pipes to and from a program that stays: what it is told waits until it reads, what it writes is cut into lines.
struct ProviderLine {
    /// The most bytes of a line: 16 MiB.
    static let longest = 16 << 20
    /// The most bytes of a line that it says to people.
    private static let longestSaid = 1 << 12

    private var reading: ChildReading
    private var framer = LineFramer(limit: Self.longest)
    private var errors = LineFramer(limit: Self.longestSaid)
    private var untold = Queue<UInt8>()
    private var isDeaf = false

    /// The pipes of a program that has just been started.
    init(_ process: ChildProcess) {
        reading = ChildReading(process)
    }

    /// The process.
    var process: ChildProcess { reading.process }

    /// Whether its own end has been taken.
    var isTaken: Bool { reading.isTaken }

    /// The last line that it has told people.
    var lastWords: String { reading.lastWords.text }

    // MARK: To the program

    /// Tells it a message, as soon as it reads.
    mutating func tell(_ message: [UInt8]) {
        guard !isDeaf else { return }
        message.withUnsafeBytes { untold.append($0) }
        untold.append(0x0A)
    }

    /// Writes as much as there is room for.
    mutating func write() {
        while !untold.isEmpty {
            switch untold.withUnsafeBufferPointer({ process.tell(UnsafeRawBufferPointer($0)) }) {
            case .taken(let count): untold.removeFirst(count)
            case .full: return
            case .failed:
                // Whether it lives is seen by its end, and whether it listens by its answers.
                isDeaf = true
                untold = Queue()
            }
        }
    }

    // MARK: From the program

    /// Reads once what there is, of what it writes only if there is room.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer, hasRoom: Bool, now: Instant) {
        reading.readOutput(into: buffer, hasRoom: hasRoom, now: now) { framer.append($0) }
        reading.readErrors(into: buffer) { errors.append($0) }
    }

    /// The next line; nil until it is whole.
    mutating func next() -> Frame? { framer.next() }

    /// The lines that it has told people since this was last asked.
    mutating func takeSaid() -> [String] {
        var lines: [String] = []
        while let frame = errors.next() {
            switch frame {
            case .message(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong(let bytes): lines.append(String(decoding: bytes, as: UTF8.self) + "…")
            case .lost: break
            }
        }
        return lines
    }

    /// How it has ended, once what it wrote has been read; nil if it has not.
    func end(hasRoom: Bool, now: Instant) -> ChildRows.End? { reading.end(hasRoom: hasRoom, now: now) }

    // MARK: Waiting

    /// Adds what is to be waited for.
    func watch(in polled: inout PollSet, hasRoom: Bool) {
        reading.watch(in: &polled, hasRoom: hasRoom)
        if let input = process.input, !untold.isEmpty { _ = polled.add(input, for: .writable) }
    }

    /// When to look again, whatever happens.
    func deadline(hasRoom: Bool, now: Instant) -> Instant? { reading.deadline(hasRoom: hasRoom, now: now) }

    /// Lets go of its descriptors: it sees that nothing more is told.
    mutating func close() {
        process.closeInput()
        reading.close()
    }
}
