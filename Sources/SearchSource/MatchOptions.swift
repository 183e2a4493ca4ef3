import Matching

/// How a source that does its own matching reads a query, where a session may choose.
public struct MatchOptions: Hashable, Sendable {
    /// How a word of the query is to occur in a text.
    public var mode: MatchQuery.Mode

    /// The syntax of the query.
    public var syntax: MatchQuery.Syntax

    /// Options, by default those of fzf.
    public init(mode: MatchQuery.Mode = .fuzzy, syntax: MatchQuery.Syntax = .fzf) {
        self.mode = mode
        self.syntax = syntax
    }

    /// Returns the query that `text` expresses.
    public func query(_ text: String) -> MatchQuery {
        MatchQuery(text, mode: mode, syntax: syntax)
    }
}
