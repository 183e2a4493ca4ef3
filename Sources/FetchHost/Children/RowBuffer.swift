import Bytes
import SearchSource

/// What a program has printed, split into rows, from the first row that may still be asked for.
///
///     | dropped | rows, each of which is kept until a later one is asked for | the row that is being printed |
///                ↑ first                                                      ↑ end
///
/// Once it is full, nothing more should be read, so that the program waits.
struct RowBuffer {
    /// It is full once it holds this many rows or bytes.
    static let (mostRows, mostBytes) = (10_000, 16 << 20)

    /// The number of the first row that is kept.
    private(set) var first = 0

    private let separator: UInt8
    /// The maximum size of a row, in bytes. Of a larger one, one byte more is kept.
    private let longestRow: Int
    /// The first row that may still be asked for. It may not have been printed yet.
    private var wanted = 0
    private var bytes = Queue<UInt8>()
    /// How many bytes have been dropped before those.
    private var base = 0
    /// Where each row ends, counted from the first byte that was ever in `bytes`.
    private var ends = Queue<Int>()
    /// How many bytes of the row that is being printed are in `bytes`.
    private var unfinished = 0
    /// Whether everything up to the next separator is skipped: the row was too long, and has been added already.
    private var skips = false

    /// An empty buffer for rows that end with `separator`.
    init(separator: UInt8, longestRow: Int = ChildRows.longestRow) {
        self.longestRow = longestRow
        self.separator = separator
    }

    /// The number after that of the last complete row.
    var end: Int { first + ends.count }

    /// Whether there is no room for more.
    var isFull: Bool { ends.count >= Self.mostRows || bytes.count >= Self.mostBytes }

    /// Appends what the program has printed.
    mutating func append(_ piece: UnsafeRawBufferPointer) {
        var rest = piece[...]
        while let place = rest.firstIndex(of: separator) {
            extend(rest[..<place])
            if !skips { endRow() }
            skips = false
            rest = rest[(place + 1)...]
        }
        extend(rest)
        letGo()
    }

    /// Ends the last row, because nothing more comes.
    mutating func finish() {
        if unfinished > 0 { endRow() }
        letGo()
    }

    /// Drops the rows before the one with this number.
    mutating func drop(before number: Int) {
        wanted = max(wanted, number)
        letGo()
    }

    /// Returns at most `count` rows, starting with the one with this number, which must not have been dropped.
    func rows(from number: Int, atMost count: Int) -> [[UInt8]] {
        guard number < end, number >= first else { return [] }
        var place = number == first ? base : ends[number - first - 1]
        return bytes.withUnsafeBufferPointer { bytes in
            (number - first..<min(ends.count, number - first + min(count, Self.mostRows))).map { index in
                defer { place = ends[index] }
                return Array(bytes[place - base..<ends[index] - base])
            }
        }
    }

    private mutating func extend(_ part: Slice<UnsafeRawBufferPointer>) {
        guard !skips else { return }
        let kept = part.prefix(longestRow + 1 - unfinished)
        bytes.append(UnsafeRawBufferPointer(rebasing: kept))
        unfinished += kept.count
        guard unfinished > longestRow else { return }
        endRow()
        skips = true
    }

    private mutating func endRow() {
        ends.append(base + bytes.count)
        unfinished = 0
    }

    private mutating func letGo() {
        var start = base
        while first < wanted, let end = ends.popFirst() {
            first += 1
            start = end
        }
        bytes.removeFirst(start - base)
        base = start
    }
}
