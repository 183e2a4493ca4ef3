import SearchSource

/// A page or a detail: what sources answer with, and what the engine passes on without looking inside.
protocol Answer: Sendable {
    /// The result of a computation, wrapped for its way through an event.
    static func computed(_ result: Result<Self, SourceError>) -> Computed
    /// The result again; nil if it is one of the other kind.
    static func result(of computed: Computed) -> Result<Self, SourceError>?
    /// The same without `secrets`.
    func withholding(_ secrets: [String]) -> Self
}

extension Page: Answer {
    static func computed(_ result: Result<Page, SourceError>) -> Computed { .page(result) }
    static func result(of computed: Computed) -> Result<Page, SourceError>? {
        if case .page(let result) = computed { result } else { nil }
    }
}

extension Detail: Answer {
    static func computed(_ result: Result<Detail, SourceError>) -> Computed { .detail(result) }
    static func result(of computed: Computed) -> Result<Detail, SourceError>? {
        if case .detail(let result) = computed { result } else { nil }
    }
}
