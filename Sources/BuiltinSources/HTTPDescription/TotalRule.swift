import HTTP
import SearchSource

/// Where an answer says how many items there are: `total` of a description.
///
///     "/found"   {"header": "X-Total-Count"}
enum TotalRule: Hashable, Sendable {
    case pointer(AnswerPointer)
    case header(String)

    init(_ value: DescribedValue) throws(DescriptionError) {
        if value.json.object == nil {
            self = .pointer(try AnswerPointer(value))
        } else {
            self = .header(try value.object(["header"]).needed("header").headerName())
        }
    }

    /// Returns how many items there are; nil if the answer does not say.
    func total(_ response: HTTPResponse, _ answer: AnswerReader) throws(SourceError) -> Int? {
        switch self {
        case .pointer(let pointer): try answer.at(pointer)?.optional()?.integer()
        case .header(let name): response.count(name)
        }
    }
}
