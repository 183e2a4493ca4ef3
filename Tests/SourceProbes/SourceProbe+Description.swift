import BuiltinSources
import HTTP
import JSON
import SearchSource

extension SourceProbe {
    /// Creates a probe of the source `docs` of the type `http` that this JSON text describes.
    public init(described text: String, variables: [String: String] = [:]) throws {
        guard case .object(let members) = try JSONParser.parse(Array(text.utf8)) else {
            throw Surprise(description: "a description is an object")
        }
        self.init(try SourceType.http.make("docs", Settings(describing: members, variables: variables)))
    }

    /// Creates a probe of a source with a plain request, plain items and these members.
    ///
    /// - Parameter query: The value of the request's parameter `p`, as JSON.
    public init(describing members: String, query: String = "1") throws {
        try self.init(
            described: """
                {"request": {"url": "https://docs.test/search", "query":
                    {"q": {"$": "query"}, "n": {"$": "limit"}, "p": \(query)}},
                 "items": "/hits", "item": {"id": "/id", "title": "/title"}, \(members)}
                """)
    }

    /// Returns a page's result if each request, counted from 1, gets the answer that `body` returns; and the number of
    /// requests.
    public func following(_ body: (Int) -> String) -> (asked: Int, result: Result<Page, SourceError>) {
        var work = source.page(PageRequest(query: "q"))
        var asked = 0
        while case .http(_, let then) = work {
            asked += 1
            work = then(HTTPResponse(status: 200, body: Array(body(asked).utf8)))
        }
        guard case .known(let result) = work else {
            return (asked, .failure(SourceError(.internal, "the work is not an HTTP request")))
        }
        return (asked, result)
    }
}

extension Settings {
    /// Creates settings from the members of a description.
    public convenience init(describing members: JSONObject, variables: [String: String] = [:]) {
        var values: [String: JSONValue] = [:]
        for (name, value) in members.members { values[name] = value }
        self.init(values, variables: variables)
    }
}
