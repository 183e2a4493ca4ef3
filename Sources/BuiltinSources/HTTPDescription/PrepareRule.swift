import JSON
import SearchSource

/// What is asked for once, before the first page of a list, and goes into the request of each: `prepare` of a description. A
/// point in time is one, in which a list stays as it was while it is paged.
///
///     {"request": {"url": "/books/_pit", "method": "POST", "query": {"keep_alive": "5m"}}, "at": "/id"}
struct PrepareRule: Sendable {
    let request: RequestRule
    private let place: AnswerPointer
    private let newer: AnswerPointer?

    /// Reads a rule.
    init(_ value: DescribedValue, isPath: Bool) throws(DescriptionError) {
        let object = try value.object(["request", "at", "newer"])
        let request = try object.required("request") { (request) throws(DescriptionError) in
            try RequestRule(request, holes: [.query], isPath: isPath)
        }
        let place = try object.required("at") { (at) throws(DescriptionError) in try AnswerPointer(at) }
        newer = try object.optional("newer") { (newer) throws(DescriptionError) in try AnswerPointer(newer) }
        guard let request, let place else { throw object.noted }
        (self.request, self.place) = (request, place)
    }

    /// What `answer` to the request says.
    func prepared(in answer: AnswerReader) throws(SourceError) -> JSONValue {
        guard let value = try answer.at(place)?.json else {
            throw answer.fault("has nothing at \(place.text), which the list is asked for with")
        }
        return value
    }

    /// What the answer of a page says in its place for the next one; nil if it stays the same.
    func newer(in answer: AnswerReader) throws(SourceError) -> JSONValue? {
        guard let newer else { return nil }
        return try answer.at(newer)?.json
    }
}
