import SearchSource

// Only what is already known of the work for a question is looked at or changed here. What is still a request or a
// computation is handled when its result is read.

extension Work where Answer: Answerable {
    /// Returns the work with `change` made to what is known of it.
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

    /// Whether what is known of it is so long that going through all of it takes more than a moment.
    var isLong: Bool {
        switch self {
        case .known(.success(let answer)): answer.isLong
        case .parts(let answer, let rest): answer.isLong || rest.isLong
        case .known(.failure), .http, .anyOf, .local, .child, .all: false
        }
    }

    /// Returns the work with `adapt` applied to what is known of it.
    func adapted(_ adapt: (Answer) -> Answer) -> Work { map { $0.map(adapt) } }

    /// Returns the work with what is known of it bounded.
    func bounded() -> Work { map { $0.flatMap { $0.bounded() } } }

    /// The same work, but a transient failure is not retried automatically: no server, or no time, is left.
    var withoutRepetition: Work {
        guard case .known(.failure(var error)) = self else { return self }
        error.isTransient = false
        return .known(.failure(error))
    }

    /// Returns the work with `secrets` cut out of what is known of it.
    func withholding(_ secrets: [String]) -> Work {
        secrets.isEmpty ? self : map { $0.withholding(secrets) }
    }
}
