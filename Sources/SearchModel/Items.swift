import SearchSource

/// The items of a list, in pieces: however many come, what is there stays where it is.
///
/// An array that grows moves all that it has at once: of a list of 400,000 rows that took 30 ms. A page that is long is a
/// piece as it came, and short ones share one.
public struct Items: RandomAccessCollection, Sendable {
    /// The pieces, none of which is empty.
    private var pieces: [[Item]] = []
    /// Where each begins.
    private var starts: [Int] = []

    /// How many items pages share a piece, at least.
    static let leastPiece = 1 << 12

    /// How many items there are.
    public private(set) var endIndex = 0

    /// The first position: 0.
    public var startIndex: Int { 0 }

    /// No items.
    init() {}

    /// These items, as one piece.
    init(_ items: [Item]) {
        append(contentsOf: items)
    }

    /// The item at a position, which must be one.
    public subscript(position: Int) -> Item {
        let piece = piece(at: position)
        return pieces[piece][position - starts[piece]]
    }

    /// Puts an item behind all others.
    mutating func append(_ item: Item) {
        if pieces.last.map({ $0.count >= Self.leastPiece }) ?? true {
            pieces.append([])
            starts.append(endIndex)
        }
        pieces[pieces.count - 1].append(item)
        endIndex += 1
    }

    /// Puts items behind all others: many, and the first ones, are a piece as they are, and none is copied.
    mutating func append(contentsOf items: [Item]) {
        guard !items.isEmpty, pieces.isEmpty || items.count >= Self.leastPiece else {
            for item in items { append(item) }
            return
        }
        pieces.append(items)
        starts.append(endIndex)
        endIndex += items.count
    }

    /// All of them in one array: a short list is none other.
    package var array: [Item] { pieces.count == 1 ? pieces[0] : pieces.flatMap { $0 } }

    /// Lets `body` look at those at `positions`, piece by piece.
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

    /// Lets `body` look at those from a position on that are in one piece.
    private func forPiece(at position: Int, _ body: (Span<Item>) -> Void) {
        let number = piece(at: position)
        let piece = pieces[number]
        body(piece.span.extracting(droppingFirst: position - starts[number]))
    }

    /// How many items from a position on have about `bytes` of text: at least one, if there is one. And how much they have.
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

    /// The number of the piece that has a position.
    private func piece(at position: Int) -> Int {
        var (low, high) = (0, pieces.count)
        // The last one that does not begin behind it.
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }
}
