import JSON
import SearchSource

/// A place in a request for something that differs from request to request: `{"$": "query"}`.
struct RequestHole: Hashable, Sendable {
    /// What goes into it.
    enum Name: String, CaseIterable {
        /// The text to search for.
        case query
        /// How many items are wanted.
        case limit
        /// The number of rows before the page.
        case offset
        /// The number of the page.
        case page
        /// The cursor of the page, which came from the service.
        case cursor
        /// The id of the item whose detail is wanted.
        case id
        /// What was fetched once, before the first page.
        case prepared
    }

    let name: Name

    /// The largest number that the service accepts.
    var most = Int.max

    /// Whether the member that contains the hole is left out if the text is empty.
    var isLeftOutIfEmpty = false

    /// What is known when a request is made.
    struct Contents {
        var query = ""
        var limit = 1
        /// The offset, the page number or the cursor; nil if there is none yet.
        var position: JSONValue?
        var id = ""
        /// What was fetched before; nil if nothing was.
        var prepared: JSONValue?
    }

    /// Returns what goes into the hole; nil if there is nothing, and the member that contains it is to be left out.
    func value(_ contents: Contents) -> JSONValue? {
        switch name {
        case .query: text(contents.query)
        case .id: text(contents.id)
        case .limit: .number(JSONNumber(min(contents.limit, most)))
        case .offset, .page, .cursor: contents.position
        case .prepared: contents.prepared
        }
    }

    private func text(_ text: String) -> JSONValue? {
        text.isEmpty && isLeftOutIfEmpty ? nil : .string(text)
    }

    /// Reads `{"$": "limit", "max": 100}`.
    init(_ value: DescribedValue, allowed: [Name]) throws(DescriptionError) {
        let object = try value.object(["$", "max", "omitEmpty"])
        name = try object.needed("$").word(of: allowed)
        if let max = object["max"] {
            guard name == .limit else { throw max.fault("is only allowed with `limit`") }
            most = try max.integer(in: 1...1_000_000)
        }
        if let omitted = object["omitEmpty"] {
            guard name == .query else { throw omitted.fault("is only allowed with `query`") }
            isLeftOutIfEmpty = try omitted.boolean()
        }
    }

    /// Creates a hole in a URL: `{query}`.
    init(_ name: Name) {
        self.name = name
    }
}
