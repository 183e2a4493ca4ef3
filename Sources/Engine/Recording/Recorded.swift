import JSON
import Matching
import SearchSource

/// How questions and answers are written down and read back.
extension JSONWriter {
    mutating func members(of question: Question) {
        switch question {
        case .page(let request):
            member("page") {
                $0.object {
                    $0.member("query", request.query)
                    $0.member(ifPresent: "cursor", request.cursor?.text)
                    $0.member("pageSize", request.pageSize)
                    $0.member(ifPresent: "matching", request.matching?.mode.rawValue)
                    $0.member(ifPresent: "syntax", request.matching?.syntax.rawValue)
                    if request.isSubmitted { $0.member("submitted", true) }
                }
            }
        case .detail(let id):
            member("detail") { $0.object { $0.member("id", id) } }
        case .perform(let action, let id):
            member("perform") {
                $0.object {
                    $0.member("id", id)
                    $0.member("action", action)
                }
            }
        }
    }
}

extension Question {
    init?(recorded object: JSONObject) {
        if let page = object["page"]?.object, let query = page["query"]?.string, let size = page["pageSize"]?.integer {
            let mode = page["matching"]?.string.flatMap(MatchQuery.Mode.init(rawValue:))
            let syntax = page["syntax"]?.string.flatMap(MatchQuery.Syntax.init(rawValue:))
            self = .page(
                PageRequest(
                    query: query, cursor: page["cursor"]?.string.map { Cursor($0) }, pageSize: size,
                    matching: mode.flatMap { mode in syntax.map { MatchOptions(mode: mode, syntax: $0) } },
                    isSubmitted: page["submitted"]?.boolean ?? false))
        } else if let id = object["detail"]?.object?["id"]?.string {
            self = .detail(id)
        } else if let perform = object["perform"]?.object, let id = perform["id"]?.string,
            let action = perform["action"]?.string
        {
            self = .perform(action: action, id: id)
        } else {
            return nil
        }
    }
}

// A record may be any file: what is not valid in it is refused, and not passed on as something else.

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
            object.lacks("httpStatus", or: { $0.isInteger(in: 100...599) }), object.lacksOrHasStrings("source")
        else { return nil }
        self.init(
            Kind(rawValue: kind), message, isRetryable: object["retryable"]?.boolean ?? false,
            retryAfter: object["retryAfterMs"]?.integer.map(Duration.milliseconds),
            httpStatus: object["httpStatus"]?.integer,
            isNoSuchItem: object["noSuchItem"]?.boolean ?? false)
        source = object["source"]?.string
    }
}

extension Page {
    init?(recorded object: JSONObject) {
        guard let values = object["items"]?.array, object.lacksOrHasStrings("next", "suggestion", "again"),
            object.lacks("failed", or: { $0.array != nil }),
            object.lacks("total", or: { $0.isInteger(in: 0...JSONValue.held.upperBound) }),
            object.lacks("partial", or: { $0.boolean != nil })
        else { return nil }
        let items = values.compactMap { $0.object.flatMap(Item.init(recorded:)) }
        let failures = object["failed"]?.array ?? []
        let failed = failures.compactMap { $0.object.flatMap(SourceError.init(recorded:)) }
        guard items.count == values.count, failed.count == failures.count else { return nil }
        self.init(
            items: items, next: object["next"]?.string.map { Cursor($0) }, total: object["total"]?.integer,
            suggestion: object["suggestion"]?.string, isPartial: object["partial"]?.boolean ?? false)
        self.failed = failed
        again = object["again"]?.string.map { Cursor($0) }
    }
}

extension Item {
    init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string,
            object.lacksOrHasStrings("url", "image", "insert", "kind", "source"),
            object.lacks("location", or: { Location(recorded: $0) != nil }),
            object.lacks("snippet", or: { $0.array?.allSatisfy { $0.string != nil } ?? false }),
            let actions = ItemAction.all(recorded: object["actions"]), let fields = Fields(recorded: object)
        else { return nil }
        self.init(
            id: id, title: title, snippet: (object["snippet"]?.array?.compactMap(\.string)).map(Snippet.init(parts:)),
            url: object["url"]?.string, image: object["image"]?.string, insert: object["insert"]?.string,
            kind: object["kind"]?.string.map(ItemKind.init(rawValue:)),
            location: object["location"].flatMap(Location.init(recorded:)), source: object["source"]?.string,
            actions: actions, fields: fields)
    }
}

extension ItemAction {
    /// Reads the actions of an item: none if `value` is missing or null, and nil if it is anything but actions.
    fileprivate static func all(recorded value: JSONValue?) -> [ItemAction]? {
        guard let value, value != .null else { return [] }
        let actions = value.array?.compactMap { action -> ItemAction? in
            guard let name = action.object?["name"]?.string, let title = action.object?["title"]?.string
            else { return nil }
            return ItemAction(name: name, title: title)
        }
        return actions?.count == value.array?.count ? actions : nil
    }
}

extension Performed {
    init?(recorded object: JSONObject) {
        guard object.lacksOrHasStrings("message"), object.lacks("changed", or: { $0.boolean != nil })
        else { return nil }
        self.init(message: object["message"]?.string, hasChanged: object["changed"]?.boolean ?? false)
    }
}

extension Location {
    fileprivate convenience init?(recorded value: JSONValue) {
        // `Location` drops a line or a column that not every client can hold.
        guard let object = value.object, let path = object["path"]?.string,
            object.lacks("line", or: { $0.isInteger(in: 1...Int.max) }),
            object.lacks("column", or: { $0.isInteger(in: 1...Int.max) })
        else { return nil }
        self.init(path: path, line: object["line"]?.integer, column: object["column"]?.integer)
    }
}

extension Detail {
    init?(recorded object: JSONObject) {
        guard let id = object["id"]?.string, let title = object["title"]?.string, let text = object["text"]?.string,
            object.lacksOrHasStrings("url", "image", "format", "language"),
            object.lacks("location", or: { Location(recorded: $0) != nil }),
            object.lacks("range", or: { Self.range(recorded: $0) != nil }), let fields = Fields(recorded: object)
        else { return nil }
        self.init(
            id: id, title: title, text: text, format: object["format"]?.string.map(TextFormat.init(rawValue:)),
            language: object["language"]?.string, location: object["location"].flatMap(Location.init(recorded:)),
            range: object["range"].flatMap(Self.range(recorded:)), url: object["url"]?.string,
            image: object["image"]?.string,
            fields: fields)
    }

    private static func range(recorded value: JSONValue) -> ClosedRange<Int>? {
        guard let first = value.object?["first"]?.integer, let last = value.object?["last"]?.integer, 1 <= first,
            first <= last, last <= JSONValue.held.upperBound
        else { return nil }
        return first...last
    }
}

extension Fields {
    /// The member `fields` of `object`.
    fileprivate init?(recorded object: JSONObject) {
        self = [:]
        guard object.lacks("fields", or: { $0.object != nil }) else { return nil }
        for (name, value) in object["fields"]?.object?.members ?? [] {
            switch value {
            case .string(let text): add(named: name, .text(text))
            case .boolean(let value): add(named: name, .boolean(value))
            default:
                guard value.isInteger(in: JSONValue.held), let integer = value.integer else { return nil }
                add(named: name, .integer(integer))
            }
        }
    }
}
