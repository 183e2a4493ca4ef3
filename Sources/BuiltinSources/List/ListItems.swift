import SearchSource

/// The items of a list and their ids, as far as there is room for them.
struct ListItems: Sendable {
    private(set) var contents: ListContents
    private var ids = IDTable()
    /// Of titles that more than one item has: how many have it, by the number of the first. In parts, each of which grows by
    /// itself; none while there are none.
    private var copies: [[Int: Int]] = []
    /// How many bytes of text the items have.
    private var bytes = 0
    /// Whether there was no room for one.
    private(set) var isFull = false

    /// The most items.
    static let most = 5_000_000
    /// The most bytes of text that they have.
    static let mostBytes = 512 << 20

    /// A list without items. What is only a title has this beside it.
    init(titlesWith beside: ListContents.Beside) {
        contents = ListContents(titlesWith: beside)
    }

    /// The number of the item with this id; nil if there is none.
    func index(of id: String) -> Int? {
        ids.index(of: id) { contents.id($0) }
    }

    /// Takes as many of `given` as have an id of their own, up to the first one for which there is no room; answers how many
    /// those are, and whether there was room for all.
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

    /// Counts one more item with the title of the item `first`; answers which that is.
    private mutating func countCopy(ofTitle first: Int) -> Int {
        if copies.isEmpty { copies = Array(repeating: [:], count: 64) }
        copies[first % 64][first, default: 1] += 1
        return copies[first % 64][first, default: 1]
    }
}
