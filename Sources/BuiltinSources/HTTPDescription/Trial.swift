import HTTP
import SearchSource

/// A source that can be tried out: it says what it makes of an answer, and what it leaves out.
public protocol TriableSource: Source {
    /// A query that finds something; nil if nobody has said one.
    var example: String? { get }

    /// How a search for `query` is tried out.
    ///
    /// - Throws: Why nobody can be asked.
    func trial(of query: String) throws(SourceError) -> Trial
}

/// One request, and what its answer is read as.
public struct Trial: Sendable {
    /// What is sent.
    public let request: HTTPRequest

    /// Reads what comes back.
    public let read: @Sendable (HTTPResponse) throws(SourceError) -> Outcome

    /// What has come of a request.
    public enum Outcome: Sendable {
        /// This is to be sent next.
        case next(Trial)
        /// The answer was this.
        case finding(Finding)
    }

    /// What an answer has come to.
    public struct Finding: Hashable, Sendable {
        /// The items, as they would be shown.
        public let page: Page
        /// What the next page is asked for with, as JSON; nil if there is none.
        public let next: String?
        /// How many rows the answer has.
        public let rows: Int
        /// The first few of those that are not shown.
        public let dropped: [Dropped]
        /// How many are not shown.
        public let droppedCount: Int

        /// A list with nothing in it.
        static let nothing = Finding(page: Page(items: []), next: nil, rows: 0, dropped: [], droppedCount: 0)
    }

    /// A row that is not shown.
    public struct Dropped: Hashable, Sendable {
        /// Which it is, counted from 0.
        public let row: Int
        /// Why that is so.
        public let reason: String
    }
}
