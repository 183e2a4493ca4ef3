import Bytes
import SearchSource

/// What a program has printed and nobody has asked past yet, cut into rows.
///
///     | let go | rows, of which each is kept until a later one is asked for | the row that is being printed |
///               ↑ first                                                      ↑ end
///
/// Once it is full, nothing more should be read: then the program waits.
struct RowBuffer {
    /// The most rows that are kept, and the most bytes.
    static let (mostRows, mostBytes) = (10_000, 16 << 20)

    /// The number of the first row that is kept.
    private(set) var first = 0

    private let separator: UInt8
    /// The most bytes of a row that are kept.
    private let longestRow: Int
    /// The first row that may still be asked for: it may be one that has not come.
    private var wanted = 0
    private var bytes = Queue<UInt8>()
    /// How many bytes there were before those.
    private var base = 0
    /// Where each row ends, counted from the first byte of all.
    private var ends = Queue<Int>()
    /// How many bytes of the row that is being printed there are.
    private var unfinished = 0
    /// Whether what comes until the next separator is left out: the row had more than is kept, and is there already.
    private var skips = false

    /// No rows, of which each is ended by `separator`.
    init(separator: UInt8, longestRow: Int = ChildRows.longestRow) {
        self.longestRow = longestRow
        self.separator = separator
    }

    /// The number behind that of the last whole row.
    var end: Int { first + ends.count }

    /// Whether there is room for no more.
    var isFull: Bool { ends.count >= Self.mostRows || bytes.count >= Self.mostBytes }

    /// Takes what has come.
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

    /// Takes the end of everything for that of the last row.
    mutating func finish() {
        if unfinished > 0 { endRow() }
        letGo()
    }

    /// Lets go of the rows before the one with this number.
    mutating func drop(before number: Int) {
        wanted = max(wanted, number)
        letGo()
    }

    /// At most `count` rows from the one with this number on, which must not have been let go.
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
