import JSON
import SearchSource

/// How questions and answers are written down, and read again.
extension JSONWriter {
    mutating func members(of question: Question) {
        switch question {
        case .page(let request):
            member("page") {
                $0.object {
                    $0.member("query", request.query)
                    $0.member(ifPresent: "cursor", request.cursor?.text)
                    $0.member("pageSize", request.pageSize)
                }
            }
        case .detail(let id):
            member("detail") { $0.object { $0.member("id", id) } }
        }
    }
}

extension Question {
    init?(recorded object: JSONObject) {
        if let page = object["page"]?.object, let query = page["query"]?.string, let size = page["pageSize"]?.integer {
            self = .page(PageRequest(query: query, cursor: page["cursor"]?.string.map(Cursor.init), pageSize: size))
        } else if let id = object["detail"]?.object?["id"]?.string {
            self = .detail(id)
        } else {
            return nil
        }
    }
}

extension SourceError {
    init?(recorded object: JSONObject) {
        guard let kind = object["kind"]?.string, let message = object["message"]?.string else { return nil }
        self.init(
            Kind(rawValue: kind), message, isRetryable: object["retryable"]?.boolean ?? false,
            retryAfterMs: object["retryAfterMs"]?.integer, httpStatus: object["httpStatus"]?.integer,
            isNoSuchItem: object["noSuchItem"]?.boolean ?? false)
    }
}

extension Page {
    init?(recorded object: JSONObject) {
        guard let values = object["items"]?.array else { return nil }
        let items = values.compactMap { $0.object.flatMap(Item.init(recorded:)) }
        guard items.count == values.count else { return nil }
        self.init(
            items: items, next: object["next"]?.string.map(Cursor.init), total: object["total"]?.integer,
            suggestion: object["suggestion"]?.string)
    }
}

extension Item {
    fileprivate init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string else { return nil }
        self.init(
            id: id, title: title, snippet: (object["snippet"]?.array?.compactMap(\.string)).map(Snippet.init(parts:)),
            url: object["url"]?.string, image: object["image"]?.string, insert: object["insert"]?.string,
            fields: Fields(recorded: object["fields"]?.object))
    }
}

extension Detail {
    init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string, let text = object["text"]?.string
        else { return nil }
        self.init(
            id: id, title: title, text: text, url: object["url"]?.string, image: object["image"]?.string,
            fields: Fields(recorded: object["fields"]?.object))
    }
}

extension Fields {
    fileprivate init(recorded object: JSONObject?) {
        self = [:]
        for (name, value) in object?.members ?? [] {
            switch value {
            case .string(let text): self[name] = .text(text)
            case .boolean(let value): self[name] = .boolean(value)
            default: self[name] = value.integer.map { .integer($0) }
            }
        }
    }
}
