import SearchSource

/// The result of a computation off the loop: work that leads on. An event carries it without looking inside.
public final class Computed: Sendable {
    private let work: any Sendable

    /// What a computation has found.
    public init<Answer>(_ work: Work<Answer>) {
        self.work = work
    }

    /// Returns the work; nil if it is for another kind of answer.
    func work<Answer>(for answer: Answer.Type) -> Work<Answer>? {
        work as? Work<Answer>
    }

    /// A page, or why there is none.
    public static func page(_ result: Result<Page, SourceError>) -> Computed { Computed(.known(result)) }

    /// A detail, or why there is none.
    public static func detail(_ result: Result<Detail, SourceError>) -> Computed { Computed(.known(result)) }
}

extension Computed: Equatable {
    /// Whether both are the same object: what they hold cannot be compared.
    public static func == (left: Computed, right: Computed) -> Bool { left === right }
}
