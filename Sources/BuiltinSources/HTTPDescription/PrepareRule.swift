import JSON
import SearchSource

/// What is fetched once, before the first page of a list, and goes into the request for each page: `prepare` of a
/// description. An example is a point in time, which keeps a list as it was while it is paged through.
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

    /// Returns what `answer` to the request says.
    func prepared(in answer: AnswerReader) throws(SourceError) -> JSONValue {
        guard let value = try answer.at(place)?.json else {
            throw answer.fault("has nothing at \(place.text), which the request for the list needs")
        }
        return try checked(value, at: place, answer)
    }

    /// Returns the newer value that the answer for a page gives for the next page; nil if it stays the same.
    func newer(in answer: AnswerReader) throws(SourceError) -> JSONValue? {
        guard let newer, let value = try answer.at(newer)?.json else { return nil }
        return try checked(value, at: newer, answer)
    }

    /// Returns `value`, which every cursor of the list contains, if it is not too long.
    private func checked(
        _ value: JSONValue, at place: AnswerPointer, _ answer: AnswerReader
    ) throws(SourceError) -> JSONValue {
        guard JSONWriter.bytes(of: value).count <= PagingPosition.longest else {
            throw answer.fault(
                "has more than \(PagingPosition.longest) bytes at \(place.text), the limit for what goes into "
                    + "the request for each page")
        }
        return value
    }
}
