/// What a source is asked to do.
public struct PerformRequest: Hashable, Sendable {
    /// The item, as it stands in the list that somebody sees.
    public var item: Item

    /// The name of one of its actions.
    public var action: String

    /// A request to do `action` with `item`.
    public init(_ action: String, with item: Item) {
        self.item = item
        self.action = action
    }
}

/// What has come of something that was done.
public struct Performed: Hashable, Sendable {
    /// One line for a person, if there is anything to say.
    public var message: String?

    /// Whether the source has other items now: its lists are to be read anew.
    public var hasChanged: Bool

    /// It is done.
    public init(message: String? = nil, hasChanged: Bool = false) {
        self.message = message
        self.hasChanged = hasChanged
    }
}
