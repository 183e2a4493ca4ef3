import HTTP
import SearchSource

/// A source that can be tried out, to see what it makes of an answer and what it leaves out.
public protocol TriableSource: Source {
    /// A query that finds something; nil if none is configured.
    var example: String? { get }

    /// Returns a trial of a search for `query`.
    ///
    /// - Throws: Why there is nothing to send.
    func trial(of query: String) throws(SourceError) -> Trial
}

/// One request, and how its answer is read.
public struct Trial: Sendable {
    /// What is sent.
    public let request: HTTPRequest

    /// Reads what comes back.
    public let read: @Sendable (HTTPResponse) throws(SourceError) -> Outcome

    /// The outcome of a request.
    public enum Outcome: Sendable {
        /// Another request is to be sent.
        case next(Trial)
        /// The answer has been read.
        case finding(Finding)
    }

    /// The result of reading an answer.
    public struct Finding: Hashable, Sendable {
        /// The items, as they would be shown.
        public let page: Page
        /// The value that identifies the next page, as JSON; nil if there is none.
        public let next: String?
        /// The number of rows in the answer.
        public let rows: Int
        /// The first few rows that are not shown.
        public let dropped: [Dropped]
        /// The number of rows that are not shown.
        public let droppedCount: Int

        /// An empty list.
        static let nothing = Finding(page: Page(items: []), next: nil, rows: 0, dropped: [], droppedCount: 0)
    }

    /// A row that is not shown.
    public struct Dropped: Hashable, Sendable {
        /// The index of the row, from 0.
        public let row: Int
        /// Why it is not shown.
        public let reason: String
    }
}
