import SearchSource

/// The items of a list and their ids, as many as there is room for.
struct ListItems: Sendable {
    private(set) var contents: ListContents
    private var ids = IDTable()
    /// How many items have the same title, by the number of the first one, for titles that more than one item has.
    /// Split into parts that grow separately; empty until there is such a title.
    private var copies: [[Int: Int]] = []
    /// How many bytes of text the items have.
    private var bytes = 0
    /// Whether an item was rejected for lack of room.
    private(set) var isFull = false

    /// The maximum number of items.
    static let most = 5_000_000
    /// The maximum size of their text, in bytes.
    static let mostBytes = 512 << 20

    /// Creates an empty list, whose items that are only titles also have `beside`.
    init(titlesWith beside: ListContents.Beside) {
        contents = ListContents(titlesWith: beside)
    }

    /// Returns the number of the item with this id; nil if there is none.
    func index(of id: String) -> Int? {
        ids.index(of: id) { contents.id($0) }
    }

    /// Takes the items of `given` whose ids no earlier item has, up to the first one for which there is no room.
    /// Returns how many it took, and whether there was room for all.
    mutating func take(_ given: ArraySlice<GivenItem>) -> (count: Int, hasRoom: Bool) {
        let first = contents.count
        var (titles, ids, copies): ([String], [String], [UInt32]) = ([], [], [])
        let isPlain = given.allSatisfy { if case .title = $0 { true } else { false } }
        var items: [Item] = []
        titles.reserveCapacity(given.count)
        ids.reserveCapacity(given.count)
        func idOf(_ index: Int) -> String { index < first ? contents.id(index) : ids[index - first] }
        var hasRoom = true
        for one in given {
            let (title, item, size) =
                switch one {
                case .title(let text): (text, nil as Item?, text.utf8.count)
                case .item(let whole): (whole.title, whole, whole.textSize)
                }
            let index = first + titles.count
            guard index < Self.most, bytes + size <= Self.mostBytes else {
                (hasRoom, isFull) = (false, true)
                break
            }
            var copy = 1
            var id = item?.id ?? ""
            if id.isEmpty {
                id = title
                while !self.ids.insert(id, index, idOf) {
                    copy = countCopy(ofTitle: self.ids.index(of: title, idOf) ?? 0)
                    id = ListContents.id(of: title, copy: copy)
                }
            } else if !self.ids.insert(id, index, idOf) {
                continue
            }
            titles.append(title)
            ids.append(id)
            copies.append(UInt32(copy))
            bytes += size
            if !isPlain {
                var whole = item ?? contents.beside.item(id, title)
                whole.id = id
                items.append(whole)
            }
        }
        contents.append(
            titles, items: isPlain ? nil : items, copies: copies.contains { $0 > 1 } ? copies : nil)
        return (contents.count - first, hasRoom)
    }

    /// Counts one more item with the title of the item `first`; returns which copy that is.
    private mutating func countCopy(ofTitle first: Int) -> Int {
        if copies.isEmpty { copies = Array(repeating: [:], count: 64) }
        copies[first % 64][first, default: 1] += 1
        return copies[first % 64][first, default: 1]
    }
}
