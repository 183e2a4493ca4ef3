import SearchSource

/// What a computation away from the loop has found: work that leads on. It goes through an event unopened.
public final class Computed: Sendable {
    private let work: any Sendable

    /// What a computation for a page or a detail has found.
    public init<Answer>(_ work: Work<Answer>) {
        self.work = work
    }

    /// The work again; nil if it is for another kind of answer.
    func work<Answer>(for answer: Answer.Type) -> Work<Answer>? {
        work as? Work<Answer>
    }

    /// A page, or why there is none.
    public static func page(_ result: Result<Page, SourceError>) -> Computed { Computed(.known(result)) }

    /// A detail, or why there is none.
    public static func detail(_ result: Result<Detail, SourceError>) -> Computed { Computed(.known(result)) }
}

extension Computed: Equatable {
    /// Whether both are the same: what they hold cannot be compared.
    public static func == (left: Computed, right: Computed) -> Bool { left === right }
}
