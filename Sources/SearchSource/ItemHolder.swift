/// A source that searches what its clients give it: each session has its own list.
public protocol ItemHolder: Source {
    /// Returns the same source without items, for one more session.
    func emptied() -> any ItemHolder

    /// The number of items that it has.
    var count: Int { get }

    /// Takes items to search: in addition to its own if `appending`, otherwise in place of them. None of them is found
    /// before all of them are in place; a page requested before that is a page of the list as it was then. It may be
    /// called on any thread, but not concurrently.
    func take(_ items: [GivenItem], appending: Bool) -> Holding
}

extension ItemHolder {
    /// The source itself.
    public var itemHolder: (any ItemHolder)? { self }
}

/// Something that a client gives to be searched.
public enum GivenItem: Hashable, Sendable {
    /// The title of an item that has nothing else. Its id is derived from it.
    case title(String)
    /// A whole item. If its id is empty, one is derived from its title.
    indirect case item(Item)
}

/// The result of giving items to a source.
public struct Holding: Hashable, Sendable {
    /// The number of items that the list has now.
    public var held: Int

    /// The number of items given last that were not taken: because of their id, or because the list is full.
    public var dropped: Int

    /// A result with these numbers.
    public init(held: Int, dropped: Int) {
        self.held = held
        self.dropped = dropped
    }
}
