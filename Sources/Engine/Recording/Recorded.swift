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

// A record is read by whoever has a file: what is not as it should be is refused, and not passed on as something else.

extension JSONObject {
    /// Whether the member `name` is missing, or `null`, or fits.
    fileprivate func lacks(_ name: String, or fits: (JSONValue) -> Bool) -> Bool {
        self[name].map { $0 == .null || fits($0) } ?? true
    }

    /// Whether each of these members is missing, or a string.
    fileprivate func lacksOrHasStrings(_ names: String...) -> Bool {
        names.allSatisfy { lacks($0) { $0.string != nil } }
    }
}

extension JSONValue {
    /// Whether this is a whole number in `range`.
    fileprivate func isInteger(in range: ClosedRange<Int>) -> Bool {
        integer.map(range.contains) ?? false
    }

    /// The whole numbers that every client can hold.
    fileprivate static let held = -(1 << 53) + 1...(1 << 53) - 1
}

extension SourceError {
    init?(recorded object: JSONObject) {
        guard let kind = object["kind"]?.string, !kind.isEmpty, let message = object["message"]?.string,
            object.lacks("retryable", or: { $0.boolean != nil }), object.lacks("noSuchItem", or: { $0.boolean != nil }),
            object.lacks("retryAfterMs", or: { $0.isInteger(in: 0...JSONValue.held.upperBound) }),
            object.lacks("httpStatus", or: { $0.isInteger(in: 100...599) })
        else { return nil }
        self.init(
            Kind(rawValue: kind), message, isRetryable: object["retryable"]?.boolean ?? false,
            retryAfterMs: object["retryAfterMs"]?.integer, httpStatus: object["httpStatus"]?.integer,
            isNoSuchItem: object["noSuchItem"]?.boolean ?? false)
    }
}

extension Page {
    init?(recorded object: JSONObject) {
        guard let values = object["items"]?.array, object.lacksOrHasStrings("next", "suggestion"),
            object.lacks("total", or: { $0.isInteger(in: 0...JSONValue.held.upperBound) })
        else { return nil }
        let items = values.compactMap { $0.object.flatMap(Item.init(recorded:)) }
        guard items.count == values.count else { return nil }
        self.init(
            items: items, next: object["next"]?.string.map(Cursor.init), total: object["total"]?.integer,
            suggestion: object["suggestion"]?.string)
    }
}

extension Item {
    fileprivate init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string,
            object.lacksOrHasStrings("url", "image", "insert"),
            object.lacks("snippet", or: { $0.array?.allSatisfy { $0.string != nil } ?? false }),
            let fields = Fields(recorded: object)
        else { return nil }
        self.init(
            id: id, title: title, snippet: (object["snippet"]?.array?.compactMap(\.string)).map(Snippet.init(parts:)),
            url: object["url"]?.string, image: object["image"]?.string, insert: object["insert"]?.string, fields: fields
        )
    }
}

extension Detail {
    init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string, let text = object["text"]?.string,
            object.lacksOrHasStrings("url", "image"), let fields = Fields(recorded: object)
        else { return nil }
        self.init(
            id: id, title: title, text: text, url: object["url"]?.string, image: object["image"]?.string, fields: fields
        )
    }
}

extension Fields {
    /// The member `fields` of `object`.
    fileprivate init?(recorded object: JSONObject) {
        self = [:]
        guard object.lacks("fields", or: { $0.object != nil }) else { return nil }
        for (name, value) in object["fields"]?.object?.members ?? [] {
            switch value {
            case .string(let text): self[name] = .text(text)
            case .boolean(let value): self[name] = .boolean(value)
            default:
                guard value.isInteger(in: JSONValue.held), let integer = value.integer else { return nil }
                self[name] = .integer(integer)
            }
        }
    }
}
