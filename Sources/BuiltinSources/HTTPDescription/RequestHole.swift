import JSON
import SearchSource

/// A place in a request where something goes that differs from request to request: `{"$": "query"}`.
struct RequestHole: Hashable, Sendable {
    /// What goes into it.
    enum Name: String, CaseIterable {
        /// The text to search for.
        case query
        /// How many items are wanted.
        case limit
        /// How many rows come before the page.
        case offset
        /// The number of the page.
        case page
        /// What the service has said that the next page begins with.
        case cursor
        /// The id of the item whose detail is wanted.
        case id
        /// What was asked for once, before the first page.
        case prepared
    }

    let name: Name

    /// The largest number that the service takes.
    var most = Int.max

    /// Whether what it stands in is left out for an empty text.
    var isLeftOutIfEmpty = false

    /// What is known when a request is made.
    struct Contents {
        var query = ""
        var limit = 1
        /// The offset, the page or the cursor; nil if there is none yet.
        var position: JSONValue?
        var id = ""
        /// What was asked for before; nil if nothing was.
        var prepared: JSONValue?
    }

    /// What goes into it; nil if there is nothing, and the member that it stands in is to be left out.
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
            guard name == .limit else { throw max.fault("goes with `limit` only") }
            most = try max.integer(in: 1...1_000_000)
        }
        if let omitted = object["omitEmpty"] {
            guard name == .query else { throw omitted.fault("goes with `query` only") }
            isLeftOutIfEmpty = try omitted.boolean()
        }
    }

    /// A hole of a URL: `{query}`.
    init(_ name: Name) {
        self.name = name
    }
}
