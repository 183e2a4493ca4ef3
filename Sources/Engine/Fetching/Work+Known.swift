import SearchSource

// What may be said of the answer to a question stands in whatever of its work is known already: what is a request or a
// computation still is looked at when its result is read.

extension Work where Answer: Answerable {
    /// The same with `change` made to whatever of it is known.
    private func map(_ change: (Result<Answer, SourceError>) -> Result<Answer, SourceError>) -> Work {
        switch self {
        case .known(let result): return .known(change(result))
        case .parts(let answer, let rest):
            switch change(.success(answer)) {
            case .success(let answer): return .parts(answer, rest: rest.map(change))
            case .failure(let error): return .known(.failure(error))
            }
        case .http, .anyOf, .local, .child, .all: return self
        }
    }

    /// Whether what is known of it is so long that to look at all of it takes more than a moment.
    var isLong: Bool {
        switch self {
        case .known(.success(let answer)): answer.isLong
        case .parts(let answer, let rest): answer.isLong || rest.isLong
        case .known(.failure), .http, .anyOf, .local, .child, .all: false
        }
    }

    /// The same with what `adapt` makes of whatever of it is known.
    func adapted(_ adapt: (Answer) -> Answer) -> Work { map { $0.map(adapt) } }

    /// The same with as much as anybody can use, in whatever of it is known.
    func bounded() -> Work { map { $0.flatMap { $0.bounded() } } }

    /// The same, but what fails in passing is not repeated by itself: every server has been asked.
    var withoutRepetition: Work {
        guard case .known(.failure(var error)) = self else { return self }
        error.isTransient = false
        return .known(.failure(error))
    }

    /// The same without `secrets`, in whatever of it is known.
    func withholding(_ secrets: [String]) -> Work {
        secrets.isEmpty ? self : map { $0.withholding(secrets) }
    }
}
