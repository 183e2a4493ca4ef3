import JSON
import SearchSource

/// What a question came to, as it stands in a record.
enum RecordedAnswer: Sendable {
    case page(Part<Page>)
    case detail(Part<Detail>)
    case performed(Part<Performed>)
    case failure(SourceError)

    /// Whether it may be there within the call that asks: a page is not, for that it loads is told first.
    var mayComeAtOnce: Bool {
        if case .page = self { false } else { true }
    }

    /// Whether nothing more comes.
    var isLast: Bool {
        switch self {
        case .page(let part): part.isLast
        case .detail(let part): part.isLast
        case .performed(let part): part.isLast
        case .failure: true
        }
    }
}

extension JSONWriter {
    mutating func members(of answer: RecordedAnswer) {
        switch answer {
        case .page(let part): member("page") { $0.object(part.answer) }
        case .detail(let part): member("detail") { $0.object(part.answer) }
        case .performed(let part): member("performed") { $0.object(part.answer) }
        case .failure(let error): member("error") { $0.object(error) }
        }
        if !answer.isLast { member("last", false) }
    }
}

extension RecordedAnswer {
    init?(recorded object: JSONObject) {
        let isLast = object["last"]?.boolean ?? true
        if let error = object["error"]?.object.flatMap(SourceError.init(recorded:)) {
            self = .failure(error)
        } else if let page = object["page"]?.object.flatMap(Page.init(recorded:)) {
            self = .page(Part(page, isLast: isLast))
        } else if let detail = object["detail"]?.object.flatMap(Detail.init(recorded:)) {
            self = .detail(Part(detail, isLast: isLast))
        } else if let performed = object["performed"]?.object.flatMap(Performed.init(recorded:)) {
            self = .performed(Part(performed, isLast: isLast))
        } else {
            return nil
        }
    }
}
