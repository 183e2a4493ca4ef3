/// A request to perform an action.
public struct PerformRequest: Hashable, Sendable {
    /// The item, as it is in the list that the user sees.
    public var item: Item

    /// The name of one of the item's actions.
    public var action: String

    /// A request to do `action` with `item`.
    public init(_ action: String, with item: Item) {
        self.item = item
        self.action = action
    }
}

/// The result of an action.
public struct Performed: Hashable, Sendable {
    /// A one-line message for the user, if there is anything to say.
    public var message: String?

    /// Whether the source now has different items, so that its lists must be read again.
    public var hasChanged: Bool

    /// A result with these members.
    public init(message: String? = nil, hasChanged: Bool = false) {
        self.message = message
        self.hasChanged = hasChanged
    }
}
