import Bytes
import Matching
import SearchSource

/// The items that a client has given to a list, in the order in which they came. A copy is a snapshot and costs next to
/// nothing.
struct ListContents: Sendable {
    /// The kind and the actions of items that are only titles; a client's own have none.
    struct Beside: Sendable {
        var kind: ItemKind?
        var actions: [ItemAction] = []

        /// Returns the item for a title.
        func item(_ id: String, _ title: String) -> Item {
            Item(id: id, title: title, insert: title, kind: kind, actions: actions)
        }
    }

    /// What items that are only titles have besides.
    let beside: Beside

    /// The titles: what is searched.
    private(set) var titles = MatchList()

    /// The items, in the pieces in which they were taken: a few for a small list, about a thousand for a million items
    /// that come in pieces of 64 KiB.
    private var chunks: [Chunk] = []

    /// The items of one call of `append`.
    private final class Chunk: Sendable {
        let first: Int
        /// The items; nil if all of them are only titles.
        let items: [Item]?
        /// Which copy of its title each item without an id of its own is, from 1; nil if each is the first.
        let copies: [UInt32]?

        init(first: Int, items: [Item]?, copies: [UInt32]?) {
            self.first = first
            self.items = items
            self.copies = copies
        }
    }

    /// Creates an empty list, whose items that are only titles also have `beside`.
    init(titlesWith beside: Beside) {
        self.beside = beside
    }

    var count: Int { titles.count }

    /// Adds items that were taken together, by their titles; `items` has them whole, unless all are only titles.
    mutating func append(_ titles: [String], items: [Item]?, copies: [UInt32]?) {
        guard !titles.isEmpty else { return }
        chunks.append(Chunk(first: count, items: items, copies: copies))
        self.titles.append(contentsOf: titles)
    }

    /// Returns the id of the item with this number.
    func id(_ index: Int) -> String {
        let chunk = chunk(of: index)
        if let id = chunk.items?[index - chunk.first].id { return id }
        return Self.id(of: titles.text(index), copy: Int(chunk.copies?[index - chunk.first] ?? 1))
    }

    /// Returns the item with this number, as it was given. One that was only a title has the title to be inserted too.
    func item(_ index: Int) -> Item {
        let chunk = chunk(of: index)
        if let item = chunk.items?[index - chunk.first] { return item }
        return beside.item(id(index), titles.text(index))
    }

    /// Returns the id of the `copy`th item with the same title: the title itself for the first one.
    static func id(of title: String, copy: Int) -> String {
        copy == 1 ? title : "\(title)#\(copy)"
    }

    private func chunk(of index: Int) -> Chunk {
        chunks[chunks.end { $0.first <= index } - 1]
    }
}
