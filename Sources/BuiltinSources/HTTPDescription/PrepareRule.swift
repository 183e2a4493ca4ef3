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

    init(_ value: DescribedValue, isPath: Bool) throws(DescriptionError) {
        let object = try value.object(["request", "at", "newer"])
        let request = try object.required("request") { (request) throws(DescriptionError) in
            try RequestRule(request, holes: [.query], isPath: isPath)
        }
        let place = try object.required("at", AnswerPointer.init)
        newer = try object.optional("newer", AnswerPointer.init)
        guard let request, let place else { throw object.noted }
        (self.request, self.place) = (request, place)
    }

    /// What `answer` to the request says.
    func prepared(in answer: AnswerReader) throws(SourceError) -> JSONValue {
        guard let value = try answer.at(place)?.json else {
            throw answer.fault("has nothing at \(place.text), which the list is asked for with")
        }
        return try checked(value, at: place, answer)
    }

    /// What the answer of a page says in its place for the next one; nil if it stays the same.
    func newer(in answer: AnswerReader) throws(SourceError) -> JSONValue? {
        guard let newer, let value = try answer.at(newer)?.json else { return nil }
        return try checked(value, at: newer, answer)
    }

    /// `value`, which every cursor of the list keeps.
    private func checked(
        _ value: JSONValue, at place: AnswerPointer, _ answer: AnswerReader
    ) throws(SourceError) -> JSONValue {
        guard JSONWriter.bytes(of: value).count <= PagingPosition.longest else {
            throw answer.fault(
                "has more than \(PagingPosition.longest) bytes at \(place.text): what goes into the request of each page "
                    + "may not be longer")
        }
        return value
    }
}
