import JSON
import SearchSource

extension JSONWriter {
    /// An item.
    mutating func item(_ item: Item) {
        object {
            $0.member("id", item.id)
            $0.member("title", item.title)
            if let snippet = item.snippet {
                $0.member("snippet") { $0.array { for part in snippet { $0.string(part) } } }
            }
            $0.member(ifPresent: "url", item.url)
            $0.member(ifPresent: "image", item.image)
            $0.member(ifPresent: "insert", item.insert)
            $0.member("fields") { $0.fields(item.fields) }
        }
    }

    /// A detail.
    mutating func detail(_ detail: Detail) {
        object { $0.members(of: detail) }
    }

    /// The members of a detail.
    mutating func members(of detail: Detail) {
        member("id", detail.id)
        member("title", detail.title)
        member("text", detail.text)
        member(ifPresent: "url", detail.url)
        member(ifPresent: "image", detail.image)
        member("fields") { $0.fields(detail.fields) }
    }

    private mutating func fields(_ fields: Fields) {
        object {
            for field in fields.fields {
                switch field.value {
                case .text(let text): $0.member(named: field.name, .string(text))
                case .integer(let number): $0.member(named: field.name, .number(JSONNumber(number)))
                case .boolean(let value): $0.member(named: field.name, .boolean(value))
                }
            }
        }
    }
}
