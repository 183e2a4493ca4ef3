import JSON
import SearchSource

extension Shape {
    /// One thing that a search has found.
    static let item = Shape(
        "Item", "one thing that a search has found; all text is plain",
        [
            Member("id", .string, "what it is known by: it stays the same from search to search"),
            Member("title", .string, "its name"),
            Member(
                "snippet", .array(.string), isRequired: false,
                "a piece of text, cut so that the odd elements are the matches; joined, it is the plain text"),
            Member("url", .string, isRequired: false, "where it can be looked at"),
            Member("image", .string, isRequired: false, "a picture of it"),
            Member("insert", .string, isRequired: false, "what an editor would insert for it"),
            Member("fields", .map(.scalar), "what else the source says"),
        ])

    private static let detailMembers = [
        Member("id", .string, "the item's id"), Member("title", .string, "its name"),
        Member("text", .string, "what there is to read"),
        Member("url", .string, isRequired: false, "where it can be looked at"),
        Member("image", .string, isRequired: false, "a picture of it"),
        Member("fields", .map(.scalar), "what else the source says"),
    ]

    /// One item at full length.
    static let detail = Shape("Detail", "one item at full length; all text is plain", detailMembers)

    /// The params of `detail`.
    static let detailNotification = Shape("DetailParams", "the params of `detail`", envelope + detailMembers)
}

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
