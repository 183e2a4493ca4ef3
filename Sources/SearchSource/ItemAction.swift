/// Something that can be done with an item, besides inserting, opening and copying it.
public struct ItemAction: Hashable, Sendable {
    /// The word by which it is requested. No two actions of an item have the same name.
    public var name: String

    /// What a menu calls it.
    public var title: String

    /// The action `name`, called `title`.
    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    /// Whether both have the same name and title, by their bytes.
    public static func == (left: ItemAction, right: ItemAction) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.title.hasSameBytes(as: right.title)
    }
}
