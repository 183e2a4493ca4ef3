import SearchSource
import Signals

extension Page {
    /// Appends the items of the next page, and replaces all other members by those of that page.
    package mutating func append(_ later: Page) {
        var items: [Item] = []
        swap(&items, &self.items)
        items += later.items
        self = later
        self.items = items
    }
}

extension Part: Gatherable where Answer == Page {
    /// Whether both together have no more items than one page may have, which is how many are added to a list at once.
    public func hasRoom(for later: Part) -> Bool {
        answer.items.count + later.answer.items.count <= Page.mostItems
    }

    /// Appends the items of the next part, and replaces all other members by those of that part.
    public mutating func append(_ later: Part) {
        answer.append(later.answer)
        isLast = later.isLast
    }
}
