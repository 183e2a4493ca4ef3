import SearchSource

/// The items of a list, in chunks: appending items never moves the existing ones.
///
/// A growing array moves all of its elements at once: for a list of 400,000 rows that took 30 ms. A long page becomes a
/// chunk as it came, and short ones share a chunk.
public struct Items: RandomAccessCollection, Sendable {
    /// The chunks, none of which is empty.
    private var pieces: [[Item]] = []
    /// The position of the first item of each.
    private var starts: [Int] = []

    /// The size from which a page becomes a chunk of its own, and from which a chunk of shorter pages takes no more
    /// items.
    static let leastPiece = 1 << 12

    /// The number of items.
    public private(set) var endIndex = 0

    /// The first position: 0.
    public var startIndex: Int { 0 }

    /// An empty collection.
    init() {}

    /// A collection of these items, as one chunk.
    init(_ items: [Item]) {
        append(contentsOf: items)
    }

    /// The item at `position`, which must be valid.
    public subscript(position: Int) -> Item {
        let piece = piece(at: position)
        return pieces[piece][position - starts[piece]]
    }

    /// Appends an item.
    mutating func append(_ item: Item) {
        if pieces.last.map({ $0.count >= Self.leastPiece }) ?? true {
            pieces.append([])
            starts.append(endIndex)
        }
        pieces[pieces.count - 1].append(item)
        endIndex += 1
    }

    /// Appends items. If there are many, or if they are the first, they become a chunk without being copied.
    mutating func append(contentsOf items: [Item]) {
        guard !items.isEmpty, pieces.isEmpty || items.count >= Self.leastPiece else {
            for item in items { append(item) }
            return
        }
        pieces.append(items)
        starts.append(endIndex)
        endIndex += items.count
    }

    /// All items in one array. A list of one chunk is not copied.
    package var array: [Item] { pieces.count == 1 ? pieces[0] : pieces.flatMap { $0 } }

    /// Calls `body` with the items at `positions`, chunk by chunk.
    package func forEachPiece(at positions: Range<Int>, _ body: (Span<Item>) -> Void) {
        var position = positions.lowerBound
        while position < positions.upperBound {
            forPiece(at: position) { items in
                let count = Swift.min(items.count, positions.upperBound - position)
                body(items.extracting(first: count))
                position += count
            }
        }
    }

    /// Calls `body` with the items from `position` to the end of its chunk.
    private func forPiece(at position: Int, _ body: (Span<Item>) -> Void) {
        let number = piece(at: position)
        let piece = pieces[number]
        body(piece.span.extracting(droppingFirst: position - starts[number]))
    }

    /// Returns how many items, from `position` on, have about `bytes` of text (at least one, if there is one), and how
    /// much they have.
    package func beginning(at position: Int, ofText bytes: Int) -> (count: Int, textSize: Int) {
        var (count, size) = (0, 0)
        while position + count < endIndex, size < bytes {
            forPiece(at: position + count) { items in
                let beginning = items.beginning(ofText: bytes - size)
                count += beginning.count
                size += beginning.textSize
            }
        }
        return (count, size)
    }

    /// Returns the index of the chunk that contains `position`.
    private func piece(at position: Int) -> Int {
        var (low, high) = (0, pieces.count)
        // Find the last one that does not begin after it.
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }
}
