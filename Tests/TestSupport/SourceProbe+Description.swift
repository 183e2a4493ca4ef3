import BuiltinSources
import HTTP
import JSON
import SearchSource

extension SourceProbe {
    /// The source `docs` of the type `http` that this JSON text describes.
    public init(described text: String, variables: [String: String] = [:]) throws {
        guard case .object(let members) = try JSONParser.parse(Array(text.utf8)) else {
            throw Surprise(description: "a description is an object")
        }
        self.init(try SourceType.http.make("docs", Settings(describing: members, variables: variables)))
    }

    /// A source with a plain request and plain items, and with these members besides.
    ///
    /// - Parameter query: What the parameter `p` of the request is, as JSON.
    public init(describing members: String, query: String = "1") throws {
        try self.init(
            described: """
                {"request": {"url": "https://docs.test/search", "query":
                    {"q": {"$": "query"}, "n": {"$": "limit"}, "p": \(query)}},
                 "items": "/hits", "item": {"id": "/id", "title": "/title"}, \(members)}
                """)
    }

    /// What a page comes to if each request, counted from 1, gets the answer that `body` makes up; and how many are sent.
    public func following(_ body: (Int) -> String) -> (asked: Int, result: Result<Page, SourceError>) {
        var work = source.page(PageRequest(query: "q"))
        var asked = 0
        while case .http(_, let then) = work {
            asked += 1
            work = then(HTTPResponse(status: 200, body: Array(body(asked).utf8)))
        }
        guard case .known(let result) = work else {
            return (asked, .failure(SourceError(.internal, "the work is none of HTTP")))
        }
        return (asked, result)
    }
}

extension Settings {
    /// The settings that are the members of a description.
    public convenience init(describing members: JSONObject, variables: [String: String] = [:]) {
        var values: [String: JSONValue] = [:]
        for (name, value) in members.members { values[name] = value }
        self.init(values, variables: variables)
    }
}
