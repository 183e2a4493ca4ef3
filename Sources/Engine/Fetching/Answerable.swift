import SearchSource

/// A page, a detail, or what came of an action: what sources answer with, and what the engine passes on without looking inside.
protocol Answerable: Sendable {
    /// Both parts of an answer as one.
    func followed(by later: Self) -> Self
    /// What of it can be shown before it is known how the answer ends; nil if nothing can.
    var rows: Self? { get }
    /// The same with as much as anybody can use; an error if it is nothing that anybody can use.
    func bounded() -> Result<Self, SourceError>
    /// The same without `secrets`.
    func withholding(_ secrets: [String]) -> Self
    /// The result as it is recorded.
    static func recorded(_ result: Result<Part<Self>, SourceError>) -> RecordedAnswer
    /// The result that was recorded; nil if it is one of the other kind.
    static func result(of recorded: RecordedAnswer) -> Result<Part<Self>, SourceError>?
}

extension Page: Answerable {
    func followed(by later: Page) -> Page {
        Part(self).followed(by: Part(later)).answer
    }

    var rows: Page? { items.isEmpty ? nil : Page(items: items) }

    static func recorded(_ result: Result<Part<Page>, SourceError>) -> RecordedAnswer {
        switch result {
        case .success(let part): .page(part)
        case .failure(let error): .failure(error)
        }
    }

    static func result(of recorded: RecordedAnswer) -> Result<Part<Page>, SourceError>? {
        switch recorded {
        case .page(let part): .success(part)
        case .failure(let error): .failure(error)
        case .detail, .performed: nil
        }
    }
}

extension Detail: Answerable {
    func followed(by later: Detail) -> Detail { later }

    var rows: Detail? { nil }

    static func recorded(_ result: Result<Part<Detail>, SourceError>) -> RecordedAnswer {
        switch result {
        case .success(let part): .detail(part)
        case .failure(let error): .failure(error)
        }
    }

    static func result(of recorded: RecordedAnswer) -> Result<Part<Detail>, SourceError>? {
        switch recorded {
        case .detail(let part): .success(part)
        case .failure(let error): .failure(error)
        case .page, .performed: nil
        }
    }
}

extension Performed: Answerable {
    func followed(by later: Performed) -> Performed { later }

    var rows: Performed? { nil }

    static func recorded(_ result: Result<Part<Performed>, SourceError>) -> RecordedAnswer {
        switch result {
        case .success(let part): .performed(part)
        case .failure(let error): .failure(error)
        }
    }

    static func result(of recorded: RecordedAnswer) -> Result<Part<Performed>, SourceError>? {
        switch recorded {
        case .performed(let part): .success(part)
        case .failure(let error): .failure(error)
        case .page, .detail: nil
        }
    }
}
