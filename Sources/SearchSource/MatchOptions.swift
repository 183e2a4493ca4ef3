import Matching

/// How a source that matches by itself reads a query, where a session may say so.
public struct MatchOptions: Hashable, Sendable {
    /// How a word of the query stands in a text.
    public var mode: MatchQuery.Mode

    /// What the query is written in.
    public var syntax: MatchQuery.Syntax

    /// As fzf does it, if nothing else is said.
    public init(mode: MatchQuery.Mode = .fuzzy, syntax: MatchQuery.Syntax = .fzf) {
        self.mode = mode
        self.syntax = syntax
    }

    /// What `text` asks for.
    public func query(_ text: String) -> MatchQuery {
        MatchQuery(text, mode: mode, syntax: syntax)
    }
}
