import SearchSource
import Signals

extension Page {
    /// Puts the items of the page that follows it behind its own, and takes what that says of the rest.
    package mutating func append(_ later: Page) {
        var items: [Item] = []
        swap(&items, &self.items)
        items += later.items
        self = later
        self.items = items
    }
}

extension Part: Gatherable where Answer == Page {
    /// Whether both have no more items than one page may have: so many are put into a list at once.
    public func hasRoom(for later: Part) -> Bool {
        answer.items.count + later.answer.items.count <= Page.mostItems
    }

    /// Puts the items of the part that follows it behind its own, and takes what that says of the rest.
    public mutating func append(_ later: Part) {
        answer.append(later.answer)
        isLast = later.isLast
    }
}
