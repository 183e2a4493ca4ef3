import Bytes
import Matching
import SearchSource

/// What a client has given to a list, in the order in which it came. A copy is a snapshot, and costs next to nothing.
struct ListContents: Sendable {
    /// What an item that is only a title has beside it: of a client's own, nothing.
    struct Beside: Sendable {
        var kind: ItemKind?
        var actions: [ItemAction] = []

        /// The item that a title is.
        func item(_ id: String, _ title: String) -> Item {
            Item(id: id, title: title, insert: title, kind: kind, actions: actions)
        }
    }

    /// What those have that are only titles.
    let beside: Beside

    /// The titles: what is searched.
    private(set) var titles = MatchList()

    /// What was taken at once. Small lists have some, a million items that come in pieces of 64 KiB some hundred.
    private var chunks: [Chunk] = []

    /// What came with one call.
    private final class Chunk: Sendable {
        let first: Int
        /// The items; nil if all of them are only titles.
        let items: [Item]?
        /// For each item that has no id of its own, which copy of its title it is, from 1; nil if each is the first.
        let copies: [UInt32]?

        init(first: Int, items: [Item]?, copies: [UInt32]?) {
            self.first = first
            self.items = items
            self.copies = copies
        }
    }

    /// Nothing yet. What is only a title has this beside it.
    init(titlesWith beside: Beside) {
        self.beside = beside
    }

    var count: Int { titles.count }

    /// Adds what was taken at once: so many titles, each either without more or of a whole item.
    mutating func append(_ titles: [String], items: [Item]?, copies: [UInt32]?) {
        guard !titles.isEmpty else { return }
        chunks.append(Chunk(first: count, items: items, copies: copies))
        self.titles.append(contentsOf: titles)
    }

    /// The id of the item with this number.
    func id(_ index: Int) -> String {
        let chunk = chunk(of: index)
        if let id = chunk.items?[index - chunk.first].id { return id }
        return Self.id(of: titles.text(index), copy: Int(chunk.copies?[index - chunk.first] ?? 1))
    }

    /// The item with this number, as it was given; one that was only a title is inserted as that.
    func item(_ index: Int) -> Item {
        let chunk = chunk(of: index)
        if let item = chunk.items?[index - chunk.first] { return item }
        return beside.item(id(index), titles.text(index))
    }

    /// The id of the `copy`th item with the same title: the title for the first one.
    static func id(of title: String, copy: Int) -> String {
        copy == 1 ? title : "\(title)#\(copy)"
    }

    private func chunk(of index: Int) -> Chunk {
        chunks[chunks.end { $0.first <= index } - 1]
    }
}
