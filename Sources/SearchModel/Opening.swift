import SearchSource

/// A detail that is being opened.
public struct Opening: Sendable {
    /// A number that is unique among the openings of the session.
    public var serial: Int

    /// The id of the item.
    public var id: String

    /// An opening with this number and id.
    public init(serial: Int, id: String) {
        self.serial = serial
        self.id = id
    }
}

extension Opening: Equatable {
    /// Whether both have the same number.
    public static func == (left: Opening, right: Opening) -> Bool { left.serial == right.serial }
}

/// The outcome of an opening. (A class: it is rare, and whatever may hold one stays small.)
public final class OpeningEnd: Sendable {
    /// The opening.
    public let opening: Opening

    /// The detail, or why there is none; nil if a newer opening or a cancel ended it.
    public let result: Result<Detail, SourceError>?

    init(opening: Opening, result: Result<Detail, SourceError>?) {
        self.opening = opening
        self.result = result
    }
}
