/// A source that searches what its clients give it: each session has a list of its own.
public protocol ItemHolder: Source {
    /// The same source with nothing to search, for one more session.
    func emptied() -> any ItemHolder

    /// How many items it has.
    var count: Int { get }

    /// Takes items to search: behind those that it has if `appending`, else in their place. Nothing of them is found before
    /// all of them are there; a page that was asked for before is one of the list as it was then. It may be called on any
    /// thread, on one at a time.
    func take(_ items: [GivenItem], appending: Bool) -> Holding
}

extension ItemHolder {
    /// The source itself.
    public var itemHolder: (any ItemHolder)? { self }
}

/// What a client gives to be searched.
public enum GivenItem: Hashable, Sendable {
    /// The title of an item that has nothing else. Its id is made of it.
    case title(String)
    /// A whole item. If its id is empty, one is made of its title.
    indirect case item(Item)
}

/// What has become of items that were given.
public struct Holding: Hashable, Sendable {
    /// How many items the list has now.
    public var held: Int

    /// How many of those that were given last it does not have: because of their id, or because it is full.
    public var dropped: Int

    /// So many items in all, and so many that were not taken.
    public init(held: Int, dropped: Int) {
        self.held = held
        self.dropped = dropped
    }
}
