import JSON
import SearchSource

/// What a question came to, as recorded: a part of its answer, or an error.
struct RecordedAnswer: Sendable {
    private let result: Result<any Answerable, SourceError>

    /// Whether nothing more comes.
    let isLast: Bool

    /// Whether it may arrive within the call that asks. A page may not, because the client is told first that it is
    /// loading.
    var mayComeAtOnce: Bool {
        if case .success(is Page) = result { false } else { true }
    }

    /// What an answer can be.
    private static let kinds: [any Answerable.Type] = [Page.self, Detail.self, Performed.self]

    /// Reads what `members(ofRecorded:)` writes; nil if `object` is something else.
    init?(recorded object: JSONObject) {
        if let error = object["error"]?.object.flatMap(SourceError.init(recorded:)) {
            (result, isLast) = (.failure(error), true)
            return
        }
        let answers = Self.kinds.lazy.compactMap { kind -> (any Answerable)? in
            object["\(kind.recordedName)"]?.object.flatMap { kind.init(recorded: $0) }
        }
        guard let answer = answers.first else { return nil }
        (result, isLast) = (.success(answer), object["last"]?.boolean ?? true)
    }

    /// Returns the part of an answer of this kind; nil if it is of another kind.
    func part<Answer: Answerable>(of kind: Answer.Type) -> Result<Part<Answer>, SourceError>? {
        switch result {
        case .success(let answer): (answer as? Answer).map { .success(Part($0, isLast: isLast)) }
        case .failure(let error): .failure(error)
        }
    }
}

extension JSONWriter {
    /// Writes the members of a part of an answer, or of an error.
    mutating func members<Answer: Answerable>(ofRecorded result: Result<Part<Answer>, SourceError>) {
        switch result {
        case .success(let part):
            member(Answer.recordedName) { $0.object(part.answer) }
            if !part.isLast { member("last", false) }
        case .failure(let error): member("error") { $0.object(error) }
        }
    }
}
