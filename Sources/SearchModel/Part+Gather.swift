import SearchSource
import Signals

extension Part: Gatherable where Answer == Page {
    /// Both parts as one: the items of both, and what the later one says of the rest.
    public func followed(by later: Part) -> Part {
        var page = later.answer
        page.items = answer.items + page.items
        return Part(page, isLast: later.isLast)
    }
}
