import Bytes
import Platform

/// The file of `--record`, one line after the other. It may be a pipe or a terminal; a slow reader holds up nothing.
struct RecordFile {
    /// How many bytes may wait for a slow reader. One that is further behind gets those, and then the end: a record has no
    /// gaps.
    static let mostWaitingBytes = 8 << 20

    /// How long the process waits for the last lines to be written when it ends.
    private static let lastWait = Duration.milliseconds(500)

    private var outlet: Outlet
    /// Whether no more lines are taken.
    private var isEnding = false
    /// The offset at which the last completely written line ends, followed by the ends of the lines after it.
    private(set) var ends = Queue<Int>()

    /// Creates the file at `path`, or empties it. Only its owner may read it: what people search for is private.
    init(path: String) throws(File.Fault) {
        outlet = Outlet(try File.create(path))
        ends.append(0)
    }

    /// The descriptor to watch for room to write.
    var descriptor: Descriptor { outlet.descriptor }

    /// Whether everything has been written.
    var isEmpty: Bool { outlet.isEmpty }

    /// Whether it has ended, and everything has been written that can be.
    var isOver: Bool { isEnding && isEmpty }

    /// Appends a line, unless the record has ended.
    mutating func append(_ line: [UInt8]) {
        guard !isEnding else { return }
        outlet.append { waiting in
            waiting += line
            waiting.append(0x0A)
        }
        ends.append(ends[ends.count - 1] + line.count + 1)
        if outlet.count > Self.writtenAtOnce { outlet.flush() }
    }

    private static let writtenAtOnce = 1 << 16

    /// Writes as much as there is room for. Returns why the record ends with the lines so far, once it does.
    mutating func flush() -> String? {
        outlet.flush()
        keepWholeLines()
        guard !isEnding else { return nil }
        let isTooSlow = outlet.count > Self.mostWaitingBytes
        let reason = isTooSlow ? "its reader is \(Self.mostWaitingBytes >> 20) MiB behind" : outlet.fault?.description
        isEnding = reason != nil
        return reason
    }

    /// Closes the file: nothing more can be written.
    func close() {
        outlet.close()
    }

    /// Writes the waiting bytes before the process ends.
    mutating func finish() {
        outlet.finish(within: Self.lastWait)
        keepWholeLines()
    }

    /// After a fault, removes the line that was only partly written: without it, the record can be read.
    private mutating func keepWholeLines() {
        while ends.count > 1, ends[1] <= outlet.written { ends.removeFirst(1) }
        if outlet.fault != nil { outlet.descriptor.cut(at: ends[0]) }
    }
}
