import SearchSource

/// A page, a detail, or what came of an action: what sources answer with, and what the engine passes on without looking inside.
protocol Answerable: Sendable {
    /// Both parts of an answer as one.
    func followed(by later: Self) -> Self
    /// What of it can be shown before it is known how the answer ends; nil if nothing can.
    var rows: Self? { get }
    /// The same with as much as anybody can use; an error if it is nothing that anybody can use.
    func bounded() -> Result<Self, SourceError>
    /// The same without `secrets`; an error if one stands where nothing can be cut out.
    func withholding(_ secrets: [String]) -> Result<Self, SourceError>
    /// The part of an answer as it is recorded.
    static func recorded(_ part: Part<Self>) -> RecordedAnswer
    /// The part that was recorded; nil if it is one of another kind, or an error.
    static func part(of recorded: RecordedAnswer) -> Part<Self>?
}

extension Answerable {
    func followed(by later: Self) -> Self { later }

    var rows: Self? { nil }

    /// The result as it is recorded.
    static func recorded(_ result: Result<Part<Self>, SourceError>) -> RecordedAnswer {
        switch result {
        case .success(let part): recorded(part)
        case .failure(let error): .failure(error)
        }
    }

    /// The result that was recorded; nil if it is one of another kind.
    static func result(of recorded: RecordedAnswer) -> Result<Part<Self>, SourceError>? {
        if case .failure(let error) = recorded { return .failure(error) }
        return part(of: recorded).map(Result.success)
    }
}

extension Page: Answerable {
    func followed(by later: Page) -> Page {
        Part(self).followed(by: Part(later)).answer
    }

    var rows: Page? { items.isEmpty ? nil : Page(items: items) }

    static func recorded(_ part: Part<Page>) -> RecordedAnswer { .page(part) }

    static func part(of recorded: RecordedAnswer) -> Part<Page>? {
        if case .page(let part) = recorded { part } else { nil }
    }
}

extension Detail: Answerable {
    static func recorded(_ part: Part<Detail>) -> RecordedAnswer { .detail(part) }

    static func part(of recorded: RecordedAnswer) -> Part<Detail>? {
        if case .detail(let part) = recorded { part } else { nil }
    }
}

extension Performed: Answerable {
    static func recorded(_ part: Part<Performed>) -> RecordedAnswer { .performed(part) }

    static func part(of recorded: RecordedAnswer) -> Part<Performed>? {
        if case .performed(let part) = recorded { part } else { nil }
    }
}
