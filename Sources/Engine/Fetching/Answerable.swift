import JSON
import SearchSource

/// A page, a detail, or what came of an action: what sources answer with, and what the engine passes on without looking inside.
protocol Answerable: Described, Sendable {
    /// Puts the part of an answer that follows it behind it.
    mutating func append(_ later: Self)
    /// What of it can be shown before it is known how the answer ends; nil if nothing can.
    var rows: Self? { get }
    /// Whether it is so long that to look at all of it takes more than a moment.
    var isLong: Bool { get }
    /// The same with as much as anybody can use; an error if it is nothing that anybody can use.
    func bounded() -> Result<Self, SourceError>
    /// The same without `secrets`; an error if one stands where nothing can be cut out.
    func withholding(_ secrets: [String]) -> Result<Self, SourceError>
    /// The name of the member that it is in a record.
    static var recordedName: StaticString { get }
    /// What was recorded; nil if that is not as it must be.
    init?(recorded object: JSONObject)
}

extension Answerable {
    mutating func append(_ later: Self) { self = later }

    var rows: Self? { nil }

    var isLong: Bool { false }
}

extension Optional where Wrapped: Answerable {
    /// Puts a part of an answer behind those that are there, if any are.
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
