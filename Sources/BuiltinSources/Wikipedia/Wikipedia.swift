import HTTP
import JSON
import SearchSource

/// Full-text search in a Wikipedia, or in any other MediaWiki.
///
/// Lists come from `action=query&list=search`, details from `prop=extracts`. The next page is requested with every
/// member of the answer's `continue`, unchanged, whatever it is: that is MediaWiki's rule for paging.
struct Wikipedia: Source {
    let info: SourceInfo
    private let endpoint: String
    /// The endpoint with the parameters that all searches have in common.
    private let search: String
    /// The URL of a page up to its number, next to api.php; nil if the endpoint has another name.
    private let address: String?

    private static let language = Setting(
        "language", default: "ja", "the language of the Wikipedia: the part before .wikipedia.org")
    private static let endpoint = Setting("endpoint", "the api.php of another MediaWiki: the URL before the `?`")

    private static let concurrency = Setting(
        "concurrency", default: "1", "how many requests may run at once; Wikimedia asks for no more than 1")

    static let type = SourceType(
        name: "wikipedia", summary: "articles of a Wikipedia or any other MediaWiki, full-text",
        settings: [language, endpoint, concurrency]
    ) { (name, settings) throws(SettingError) in
        let code = settings[language] ?? ""
        guard !code.isEmpty, code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw settings.error(language, "must be the code of a Wikipedia, like `en` or `zh-yue`")
        }
        return Wikipedia(
            name: name, language: code, endpoint: try settings.url(endpoint),
            concurrency: try settings.integer(concurrency, in: 1...32))
    }

    private init(name: String, language: String, endpoint: String?, concurrency: Int) {
        self.endpoint = endpoint ?? "https://\(language).wikipedia.org/w/api.php"
        search = (["action": "query", "list": "search", "format": "json"] as URLQuery).appended(to: self.endpoint)
        let path = HTTPRequest.withoutCredentials(self.endpoint).prefix { $0 != "?" }
        address = path.hasSuffix("api.php") ? String(path.dropLast("api.php".count)) + "index.php?curid=" : nil
        var pacing = Pacing()
        // What another MediaWiki holds, and what searching it costs, is not known here.
        if endpoint == nil { pacing.minLengthDense = 1 }
        info = SourceInfo(
            Self.type, name: name, title: endpoint == nil ? "Wikipedia (\(language))" : "MediaWiki", pacing: pacing,
            concurrency: concurrency,
            attribution: endpoint == nil ? "Wikipedia contributors, CC BY-SA 4.0" : nil)
    }

    func page(_ request: PageRequest) -> Work<Page> {
        var query: URLQuery = [
            "srsearch": request.query, "srlimit": String(request.pageSize), "sroffset": "0", "continue": "-||",
        ]
        if let cursor = request.cursor { query.merge(URLQuery(decoding: cursor.text)) }
        return ask(query.appended(to: search)) { (answer) throws(SourceError) in try page(in: answer) }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard let id = Int(request.id), id > 0, String(id) == request.id else {
            let message = "a page of a MediaWiki is identified by a number, not by \"\(request.id)\""
            return .known(.failure(.noSuchItem(message)))
        }
        let query: URLQuery = [
            "action": "query", "prop": "extracts", "pageids": request.id, "exintro": "1", "explaintext": "1",
            "format": "json",
        ]
        return ask(query.appended(to: endpoint)) { (answer) throws(SourceError) in try detail(id: id, in: answer) }
    }

    private func ask<Answer>(
        _ url: String, read: @escaping @Sendable (AnswerReader) throws(SourceError) -> Answer
    ) -> Work<Answer> {
        .json(HTTPRequest(url: url), reported: Self.reportedError) { (_, answer) throws(SourceError) in
            try read(answer)
        }
    }

    /// Returns the error that an answer reports, with status 200: `error` in the classic format, the first of `errors`
    /// in the newer ones.
    private static func reportedError(
        in answer: AnswerReader?, _ response: HTTPResponse, from origin: String
    ) -> SourceError? {
        guard response.status == 200, let answer,
            let error = answer["error"].json ?? answer["errors"].json?.array?.first
        else { return nil }
        let code = error.object?["code"]?.string ?? response.headers["MediaWiki-API-Error"] ?? "an error without a code"
        let words = ["info", "text", "html", "*"].lazy.compactMap { error.object?[$0]?.string }.first
        // Temporary problems of the server (MediaWiki's API:Errors and warnings, maxlag): a retry may work.
        let isPassing =
            ["maxlag", "ratelimited", "readonly"].contains { code.hasSameBytes(as: $0) }
            || code.utf8.starts(with: "internal_api_error".utf8)
        return SourceError(
            code.hasSameBytes(as: "ratelimited") ? .rateLimited : .source,
            "\(origin) reports \(code)" + (words.map { ": \($0)" } ?? ""),
            isRetryable: isPassing, retryAfter: response.retryAfter, httpStatus: response.status)
    }

    private func page(in answer: AnswerReader) throws(SourceError) -> Page {
        var items: [Item] = []
        let hits = try answer["query"]["search"].elements()
        items.reserveCapacity(hits.underestimatedCount)
        var snippets = SnippetReader()
        for hit in hits { items.append(try item(hit, &snippets)) }
        let info = answer["query"]["searchinfo"]
        return Page(
            items: items, next: try Self.cursor(answer["continue"]),
            total: try info["totalhits"].optional()?.integer(),
            suggestion: try info["suggestion"].optional()?.string())
    }

    /// The maximum size of a cursor, in bytes, and its maximum number of members: it goes into a URL, and no server
    /// reads longer ones.
    private static let (longestCursor, mostMembers) = (8192, 64)

    /// Returns a cursor with every member of `continue`, unchanged.
    private static func cursor(_ answer: AnswerReader) throws(SourceError) -> Cursor? {
        guard let members = try answer.optional()?.object().members else { return nil }
        guard members.count <= mostMembers else { throw answer.fault("has more than \(mostMembers) members") }
        var query: URLQuery = [:]
        for (name, value) in members {
            switch value {
            case .string(let text): query[name] = text
            case .number(let number): query[name] = number.text
            default: break
            }
        }
        let text = query.encoded
        guard text.utf8.count <= longestCursor else { throw answer.fault("is longer than \(longestCursor) bytes") }
        return Cursor(text)
    }

    private func item(_ hit: AnswerReader, _ snippets: inout SnippetReader) throws(SourceError) -> Item {
        var id: Int?, title: String?, snippet: Snippet?, size: Int?, words: Int?
        var timestamp: AnswerReader?
        try hit.forEachMember { (name, value) throws(SourceError) in
            switch name {
            case "pageid": id = try value.integer()
            case "title": title = try value.string()
            case "snippet": snippet = try value.optional()?.withUTF8 { snippets.snippet(ofHTML: $0) } ?? nil
            case "size": size = try value.optional()?.integer()
            case "wordcount": words = try value.optional()?.integer()
            case "timestamp": timestamp = try value.optional()
            default: break
            }
        }
        guard let id else { throw hit["pageid"].wrong("a whole number") }
        guard let title = title.take() else { throw hit["title"].wrong("a string") }
        var fields = Fields(minimumCapacity: 3)
        if let size { fields.add("size", .integer(size)) }
        if let words { fields.add("wordcount", .integer(words)) }
        try timestamp?.withUTF8 { fields.add("timestamp", utf8: $0) }
        let number = String(id)
        return Item(
            id: number, title: title, snippet: snippet, url: address.map { $0 + number }, kind: .article, fields: fields
        )
    }

    private func detail(id: Int, in answer: AnswerReader) throws(SourceError) -> Detail {
        let pages = try answer["query"]["pages"].values()
        guard let page = pages.first(where: { $0["pageid"].json?.integer == id }), !page["missing"].exists else {
            throw .noSuchItem("\(info.title) has no page with the number \(id)")
        }
        guard page["extract"].exists else {
            throw SourceError(
                .source, "\(info.title) offers no text of its pages: the extension TextExtracts is missing")
        }
        return Detail(
            id: String(id), title: try page["title"].string(), text: try page["extract"].string(),
            url: address.map { $0 + String(id) })
    }
}
