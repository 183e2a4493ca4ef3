import Matching
import SearchSource
import Synchronization

/// The client's own list: what it gives with `setItems` is matched here, and shown by the client.
final class ListSource: ItemHolder {
    let info: SourceInfo

    /// What there is, and what was found in it last.
    fileprivate struct State {
        var contents: ListContents
        var ids = ListIDs()
        /// How many bytes of text the items have.
        var bytes = 0
        /// Whether there was no room for one.
        var isFull = false
        /// Whether that is not all that there is.
        var isPartial = false
        /// What was found last, which may be all that there is to find next.
        var found: MatchRanking?

        /// A list without items. What is only a title has this beside it.
        init(titlesWith beside: ListContents.Beside) {
            contents = ListContents(titlesWith: beside)
        }
    }

    private let beside: ListContents.Beside
    private let state: Mutex<State>

    static let mostItems = 5_000_000
    /// The most bytes of text that they have.
    static let mostBytes = 512 << 20

    static let type = SourceType(
        name: "list", summary: "what the client gives it with setItems, ranked as fzf does", settings: []
    ) { (name, _) throws(SettingError) in ListSource(name: name) }

    convenience init(name: String) {
        let title = "A list of one's own"
        self.init(SourceInfo(Self.type, name: name, title: title, pacing: .ofLists, isLocal: true))
    }

    /// A list that another source fills, with items most of which are no more than a title with this beside it.
    convenience init(ofTitlesWith beside: ListContents.Beside) {
        self.init(SourceInfo(Self.type, name: "", title: "", pacing: .ofLists, isLocal: true), titlesWith: beside)
    }

    private init(_ info: SourceInfo, titlesWith beside: ListContents.Beside = ListContents.Beside()) {
        self.info = info
        self.beside = beside
        state = Mutex(State(titlesWith: beside))
    }

    func emptied() -> any ItemHolder { ListSource(info) }

    /// The item as it is to be given to this list: one that is no more than a title takes no more memory than that.
    func given(_ item: Item) -> GivenItem {
        item.id.isEmpty && item == beside.item("", item.title) ? .title(item.title) : .item(item)
    }

    /// Whether there was no room for an item.
    var isFull: Bool { state.withLock(\.isFull) }

    func take(_ items: [GivenItem], appending: Bool) -> Holding {
        state.withLock { state in
            if !appending { state = State(titlesWith: beside) }
            let before = state.contents.count
            state.take(items)
            return Holding(held: state.contents.count, dropped: items.count - (state.contents.count - before))
        }
    }

    /// Notes that what has been taken is not all that there is: each list that is found in it is partial.
    func endPartially() {
        state.withLock { $0.isPartial = true }
    }

    func page(_ request: PageRequest) -> Work<Page> {
        if let next = RankedItems.next(request) { return next }
        let (contents, isPartial, earlier) = state.withLock { ($0.contents, $0.isPartial, $0.found) }
        return .local { (isCancelled) -> Result<Page, SourceError> in
            let found = RankedItems(
                request, in: contents.titles, isPartial: isPartial, narrowing: earlier, isCancelled: isCancelled
            ) { $0.map(contents.item) }
            guard let found else { return .failure(.givenUp) }
            self.state.withLock { $0.found = found.found }
            return .success(found.page(request))
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        .known(request.detail(of: item(request.id)))
    }

    func item(_ id: String) -> Item? {
        state.withLock { state in
            state.ids.index(of: id) { state.contents.id($0) }.map { state.contents.item($0) }
        }
    }
}

extension ListSource.State {
    /// Takes as many of `given` as have an id of their own, and as there is room for.
    fileprivate mutating func take(_ given: [GivenItem]) {
        let first = contents.count
        var (titles, ids, copies): ([String], [String], [UInt32]) = ([], [], [])
        let isPlain = given.allSatisfy { if case .title = $0 { true } else { false } }
        var items: [Item] = []
        titles.reserveCapacity(given.count)
        ids.reserveCapacity(given.count)
        func idOf(_ index: Int) -> String { index < first ? contents.id(index) : ids[index - first] }
        for one in given {
            let (title, item, size) =
                switch one {
                case .title(let text): (text, nil as Item?, text.utf8.count)
                case .item(let whole): (whole.title, whole, whole.textSize)
                }
            let index = first + titles.count
            guard index < ListSource.mostItems, bytes + size <= ListSource.mostBytes else {
                isFull = true
                break
            }
            var copy = 1
            var id = item?.id ?? ""
            if id.isEmpty {
                id = title
                while !self.ids.insert(id, index, idOf) {
                    copy = self.ids.countCopy(of: title, idOf)
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
    }
}
