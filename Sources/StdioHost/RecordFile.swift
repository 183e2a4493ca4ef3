import Bytes
import Platform

/// The file of `--record`: one line after the other. It may be a pipe, or a terminal; its reader holds up nobody.
struct RecordFile {
    /// How many bytes may wait for a slow reader. One who is further behind gets no more: a record has no gaps.
    static let mostWaitingBytes = 8 << 20

    /// How long the last lines may take when the process ends. Whoever ends it waits for them.
    private static let lastWait = Duration.milliseconds(500)

    private var outlet: Outlet
    private var isTooSlow = false
    /// Where the last line ends that is written whole, and behind it the ends of those that are not.
    private(set) var ends = Queue<Int>()

    /// Begins the file at `path` anew. Only its owner may read it: what people search for is private.
    init(path: String) throws(File.Fault) {
        outlet = Outlet(try File.create(path))
        ends.append(0)
    }

    /// What is to be watched, to hear when there is room.
    var descriptor: Descriptor { outlet.descriptor }

    /// Whether everything has been written.
    var isEmpty: Bool { outlet.isEmpty }

    mutating func append(_ line: [UInt8]) {
        guard !isTooSlow else { return }
        outlet.append { waiting in
            waiting += line
            waiting.append(0x0A)
        }
        ends.append(ends[ends.count - 1] + line.count + 1)
        if outlet.count > Self.writtenAtOnce { outlet.flush() }
        isTooSlow = outlet.count > Self.mostWaitingBytes
    }

    private static let writtenAtOnce = 1 << 16

    /// Writes as much as there is room for; answers why that was the end of it, if it was.
    mutating func flush() -> String? {
        outlet.flush()
        keepWholeLines()
        if isTooSlow { return "its reader is \(Self.mostWaitingBytes >> 20) MiB behind" }
        return outlet.fault?.description
    }

    /// Writes what waits, before the process ends.
    mutating func finish() {
        outlet.finish(within: Self.lastWait)
        keepWholeLines()
    }

    /// After a fault, takes back the line that was not written to its end: a record without it can be read.
    private mutating func keepWholeLines() {
        while ends.count > 1, ends[1] <= outlet.written { ends.removeFirst(1) }
        if outlet.fault != nil { outlet.descriptor.cut(at: ends[0]) }
    }
}
