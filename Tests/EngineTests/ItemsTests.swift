import SearchSource
import Testing

@testable import SearchModel

private func made(_ numbers: Range<Int>) -> [Item] {
    numbers.map { Item(id: "\($0)", title: String(repeating: "x", count: $0 % 7)) }
}

/// Lengths of a first page: short, as long as a piece, and longer.
private let firsts = [0, 1, 20, Items.leastPiece, Items.leastPiece + 1, 10_000]

/// The items of a list, which are stored in pieces if it is long.
@Suite struct ItemsTests {
    /// Returns a list of `count` items, with the first `first` items as one page and the others appended one by one.
    func list(_ first: Int, _ count: Int) -> Items {
        var items = Items(made(0..<first))
        for item in made(first..<count) { items.append(item) }
        return items
    }

    @Test(arguments: firsts, [0, 1, 3 * Items.leastPiece])
    func allItemsAreKeptInOrder(first: Int, more: Int) {
        let items = list(first, first + more), expected = made(0..<first + more)
        #expect(items.elementsEqual(expected) && items.array == expected && items.count == expected.count)
        #expect(items.first == expected.first && items.last == expected.last)
        #expect(items.isEmpty == expected.isEmpty)
    }

    @Test(arguments: firsts) func thePiecesOfARangeAddUpToItsItems(first: Int) {
        let count = first + 2 * Items.leastPiece + 5
        let items = list(first, count)
        for start in [0, 1, first, Items.leastPiece - 1, Items.leastPiece, count - 1, count] where start <= count {
            for end in [start, start + 1, first, first + Items.leastPiece + 1, count]
            where (start...count).contains(end) {
                var found: [Item] = []
                items.forEachPiece(at: start..<end) { piece in
                    for index in piece.indices { found.append(piece[index]) }
                }
                #expect(found == made(start..<end), "\(start)..<\(end)")
            }
        }
    }

    @Test(arguments: firsts) func piecesDoNotAffectHowManyItemsFitInAMessage(first: Int) {
        let count = first + 2 * Items.leastPiece + 5
        let items = list(first, count), expected = made(0..<count)
        for (start, bytes) in [(0, 0), (0, 1), (3, 500_000), (count - 2, 1000), (0, 1 << 30), (count, 10)] {
            let found = items.beginning(at: start, ofText: bytes)
            let rest = Array(expected[start...])
            let inOnePiece = rest.span.beginning(ofText: bytes)
            #expect(found == inOnePiece, "\(bytes) bytes from \(start) on")
        }
    }
}
