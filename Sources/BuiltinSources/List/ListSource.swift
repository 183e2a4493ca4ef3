import Matching
import SearchSource
import Synchronization

/// The client's own list: the items that it gives with `setItems`, matched here and shown by the client.
final class ListSource: ItemHolder {
    let info: SourceInfo

    /// The items, and what was last found among them.
    fileprivate struct State {
        var items: ListItems
        /// What is searched while more items are being taken.
        var before: ListContents?
        /// Whether the items are incomplete.
        var isPartial = false
        /// The latest matches: the next search may need to look only at these.
        var found: MatchRanking?

        init(_ items: ListItems) {
            self.items = items
        }

        /// What is searched.
        var contents: ListContents { before ?? items.contents }
    }

    private let beside: ListContents.Beside
    private let state: Mutex<State>

    static let type = SourceType(
        name: "list", summary: "items that the client supplies with setItems, ranked as fzf does", settings: []
    ) { (name, _) throws(SettingError) in ListSource(name: name) }

    convenience init(name: String) {
        let title = "A list of one's own"
        self.init(SourceInfo(Self.type, name: name, title: title, pacing: .ofLists, isLocal: true))
    }

    /// Creates a list that another source fills. Most of its items are only titles, which also have `beside`.
    convenience init(ofTitlesWith beside: ListContents.Beside) {
        self.init(SourceInfo(Self.type, name: "", title: "", pacing: .ofLists, isLocal: true), titlesWith: beside)
    }

    private init(_ info: SourceInfo, titlesWith beside: ListContents.Beside = ListContents.Beside()) {
        self.info = info
        self.beside = beside
        state = Mutex(State(ListItems(titlesWith: beside)))
    }

    func emptied() -> any ItemHolder { ListSource(info) }

    /// Returns `item` in the form to give to this list: one that is only a title takes no more memory than the title.
    func given(_ item: Item) -> GivenItem {
        item.id.isEmpty && item == beside.item("", item.title) ? .title(item.title) : .item(item)
    }

    /// Whether an item was rejected for lack of room.
    var isFull: Bool { state.withLock(\.items.isFull) }

    var count: Int { state.withLock(\.items.contents.count) }

    func take(_ items: [GivenItem], appending: Bool) -> Holding {
        appending ? append(items) : replace(by: items)
    }

    private func append(_ items: [GivenItem]) -> Holding {
        // A search meanwhile waits for one piece at most, and finds none of the new items.
        if items.count > Self.mostTakenAtOnce { state.withLock { $0.before = $0.items.contents } }
        var (rest, taken, hasRoom) = (items[...], 0, true)
        while hasRoom, !rest.isEmpty {
            let piece = rest.prefix(Self.mostTakenAtOnce)
            rest = rest.dropFirst(piece.count)
            let new = state.withLock { $0.items.take(piece) }
            (taken, hasRoom) = (taken + new.count, new.hasRoom)
        }
        return state.withLock { state in
            state.before = nil
            return Holding(held: state.items.contents.count, dropped: items.count - taken)
        }
    }

    private func replace(by items: [GivenItem]) -> Holding {
        var list = ListItems(titlesWith: beside)
        let taken = list.take(items[...]).count
        var state = State(list)
        // The old items are released outside the lock, because that may take long.
        self.state.withLock { swap(&$0, &state) }
        return Holding(held: taken, dropped: items.count - taken)
    }

    /// How many items are taken before searches get their turn: this many take half a millisecond.
    private static let mostTakenAtOnce = 1024

    /// Marks the items as incomplete: every list found in them from now on is partial.
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
            let contents = state.contents
            return state.items.index(of: id).flatMap { $0 < contents.count ? contents.item($0) : nil }
        }
    }
}
