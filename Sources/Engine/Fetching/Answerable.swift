import JSON
import SearchSource

/// A page, a detail, or the result of an action: what sources answer with and the engine passes on without looking
/// inside.
protocol Answerable: Described, Sendable {
    /// Adds the part of an answer that follows this one.
    mutating func append(_ later: Self)
    /// What can be shown before it is known how the answer ends; nil if nothing can.
    var rows: Self? { get }
    /// Whether it is so long that going through all of it takes more than a moment.
    var isLong: Bool { get }
    /// Returns it with texts of bounded length; an error if it is too large for anybody to use.
    func bounded() -> Result<Self, SourceError>
    /// Returns it without `secrets`; an error if one is where nothing can be cut out.
    func withholding(_ secrets: [String]) -> Result<Self, SourceError>
    /// The name of its member in a record.
    static var recordedName: StaticString { get }
    /// Reads what was recorded; nil if that is not valid.
    init?(recorded object: JSONObject)
}

extension Answerable {
    mutating func append(_ later: Self) { self = later }

    var rows: Self? { nil }

    var isLong: Bool { false }
}

extension Optional where Wrapped: Answerable {
    /// Adds a part of an answer to those that are there, if any are.
    mutating func append(_ part: Wrapped) {
        if self?.append(part) == nil { self = part }
    }
}

extension Page: Answerable {
    static let recordedName: StaticString = "page"

    var rows: Page? { items.isEmpty ? nil : Page(items: items) }

    var isLong: Bool { items.count > 1000 }
}

extension Detail: Answerable {
    static let recordedName: StaticString = "detail"
}

extension Performed: Answerable {
    static let recordedName: StaticString = "performed"
}
