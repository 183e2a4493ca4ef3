import SearchSource

/// A detail that is being opened.
public struct Opening: Sendable {
    /// A number that no other opening of the session has.
    public var serial: Int

    /// The id of the item.
    public var id: String

    /// An opening.
    public init(serial: Int, id: String) {
        self.serial = serial
        self.id = id
    }
}

extension Opening: Equatable {
    /// Two openings are the same if they have the same number.
    public static func == (left: Opening, right: Opening) -> Bool { left.serial == right.serial }
}

/// What became of a detail that was opening. (A class: it is rare, and what may hold one stays small.)
public final class OpeningEnd: Sendable {
    /// Which one it was.
    public let opening: Opening

    /// The detail, or why there is none; nil if a newer one or a cancel ended it.
    public let result: Result<Detail, SourceError>?

    init(opening: Opening, result: Result<Detail, SourceError>?) {
        self.opening = opening
        self.result = result
    }
}
