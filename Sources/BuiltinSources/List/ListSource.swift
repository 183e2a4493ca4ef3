import Matching
import SearchSource
import Synchronization

/// The client's own list: what it gives with `setItems` is matched here, and shown by the client.
final class ListSource: ItemHolder {
    let info: SourceInfo

    /// What there is, and what was found in it last.
    fileprivate struct State {
        var items: ListItems
        /// What is searched while more is being taken.
        var before: ListContents?
        /// Whether that is not all that there is.
        var isPartial = false
        /// What was found last, which may be all that there is to find next.
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
        state = Mutex(State(ListItems(titlesWith: beside)))
    }

    func emptied() -> any ItemHolder { ListSource(info) }

    /// The item as it is to be given to this list: one that is no more than a title takes no more memory than that.
    func given(_ item: Item) -> GivenItem {
        item.id.isEmpty && item == beside.item("", item.title) ? .title(item.title) : .item(item)
    }

    /// Whether there was no room for an item.
    var isFull: Bool { state.withLock(\.items.isFull) }

    var count: Int { state.withLock(\.items.contents.count) }

    func take(_ items: [GivenItem], appending: Bool) -> Holding {
        appending ? append(items) : replace(by: items)
    }

    private func append(_ items: [GivenItem]) -> Holding {
        // Who searches meanwhile waits for no more than a piece of them, and finds nothing of any.
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
        // What there was is let go behind the lock: that may take long.
        self.state.withLock { swap(&$0, &state) }
        return Holding(held: taken, dropped: items.count - taken)
    }

    /// How many items are taken before those have their turn who search: that takes half a millisecond.
    private static let mostTakenAtOnce = 1024

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
            let contents = state.contents
            return state.items.index(of: id).flatMap { $0 < contents.count ? contents.item($0) : nil }
        }
    }
}
