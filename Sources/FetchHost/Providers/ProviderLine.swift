import Bytes
import JSONRPC
import Platform
import SearchSource
import Time

/// The pipes to and from a long-running program. Messages to it wait until it reads; what it writes is split into
/// lines.
struct ProviderLine {
    /// The maximum size of a line: 16 MiB.
    static let longest = 16 << 20
    /// The maximum size of a line on standard error, in bytes.
    private static let longestSaid = 1 << 12

    private var reading: ChildReading
    private var framer = LineFramer(limit: Self.longest)
    private var errors = LineFramer(limit: Self.longestSaid)
    private var untold = Queue<UInt8>()
    private var isDeaf = false

    private let name: String

    /// The pipes of a program of the source `name` that has just been started.
    init(_ process: ChildProcess, of name: String) {
        reading = ChildReading(process)
        self.name = name
    }

    /// The process.
    var process: ChildProcess { reading.process }

    /// Whether the process has been reaped.
    var isTaken: Bool { reading.isTaken }

    /// The last line that it has written to standard error.
    var lastWords: String { reading.lastWords.text }

    // MARK: To the program

    /// Sends it a message, as soon as it reads.
    mutating func tell(_ message: [UInt8]) {
        guard !isDeaf else { return }
        message.withUnsafeBytes { untold.append($0) }
        untold.append(0x0A)
    }

    /// Writes as much of the pending messages as there is room for.
    mutating func write() {
        while !untold.isEmpty {
            switch untold.withUnsafeBufferPointer({ process.tell(UnsafeRawBufferPointer($0)) }) {
            case .taken(let count): untold.removeFirst(count)
            case .full: return
            case .failed:
                // Its exit tells whether it is alive, and its answers tell whether it listens.
                isDeaf = true
                untold = Queue()
            }
        }
    }

    // MARK: From the program

    /// Reads once from its standard error and, if there is room, from its output.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer, hasRoom: Bool, now: Instant) {
        reading.readOutput(into: buffer, hasRoom: hasRoom, now: now) { framer.append($0) }
        reading.readErrors(into: buffer) { errors.append($0) }
    }

    /// Returns the next line; nil until it is complete.
    mutating func next() -> Frame? { framer.next() }

    /// Takes the lines that it has written to standard error since this was last called, after the name of the source.
    mutating func takeSaid() -> [String] {
        var lines: [String] = []
        while let frame = errors.next() ?? (reading.hasSaidAll ? errors.finish() : nil) {
            switch frame {
            case .message(let bytes): lines.append("\(name): \(String(decoding: bytes, as: UTF8.self))")
            case .tooLong(let bytes): lines.append("\(name): \(String(decoding: bytes, as: UTF8.self))…")
            case .lost: break
            }
        }
        return lines
    }

    /// Returns how it has ended, once what it wrote has been read; nil if it has not ended.
    func end(hasRoom: Bool, now: Instant) -> ChildRows.End? { reading.end(hasRoom: hasRoom, now: now) }

    // MARK: Waiting

    /// Adds the descriptors to wait for.
    func watch(in polled: inout PollSet, hasRoom: Bool) {
        reading.watch(in: &polled, hasRoom: hasRoom)
        if let input = process.input, !untold.isEmpty { _ = polled.add(input, for: .writable) }
    }

    /// Returns when to look again even if nothing is ready.
    func deadline(hasRoom: Bool, now: Instant) -> Instant? { reading.deadline(hasRoom: hasRoom, now: now) }

    // MARK: The end

    /// Closes its input, so that it sees the end. It may still write.
    mutating func closeInput() {
        (isDeaf, untold) = (true, Queue())
        process.closeInput()
    }

    /// Reads what it still writes, so that writing does not end it. Its output is dropped.
    mutating func drain(into buffer: UnsafeMutableRawBufferPointer, now: Instant) {
        reading.readOutput(into: buffer, hasRoom: true, now: now) { _ in }
        reading.readErrors(into: buffer) { errors.append($0) }
    }

    /// Closes its output. Nothing is read any more.
    mutating func closeOutput() {
        reading.close()
    }
}
