import Bytes
import HTTP
import SearchSource

/// The articles of Qiita, newest first: a feed to scroll, or those that match a query.
///
/// Pages are numbered, up to 100, which is Qiita's own limit. The list ends with an empty page, because the total
/// changes during paging.
struct Qiita: Source {
    let info: SourceInfo
    /// The server, up to the path of its API.
    private let endpoint: String
    /// The query of the endpoint, which is sent with each request: with its `?`, or empty.
    private let endpointQuery: String
    private let token: String?

    private static let endpoint = Setting("endpoint", default: "https://qiita.com", "the server, up to `/api/v2`")
    private static let token = Setting(
        "token", variable: "QIITA_TOKEN", isSecret: true, "an access token: 1,000 requests an hour instead of 60")

    static let type = SourceType(
        name: "qiita", summary: "articles of Qiita, newest first; all of them for an empty query",
        settings: [endpoint, token]
    ) { (name, settings) throws(SettingError) in
        Qiita(name: name, endpoint: try settings.url(endpoint) ?? "", token: try settings.secret(token))
    }

    private init(name: String, endpoint: String, token: String?) {
        // Reversing the string and back to trim it would be a seventh of what the process does before its first answer.
        var server = endpoint
        var query = ""
        if let mark = server.utf8.firstIndex(of: UInt8(ascii: "?")) {
            if mark != server.utf8.index(before: server.utf8.endIndex) { query = String(server[mark...]) }
            server = String(server[..<mark])
        }
        while server.utf8.last == UInt8(ascii: "/") { server.removeLast() }
        self.endpoint = server
        endpointQuery = query
        self.token = token
        var pacing = Pacing()
        pacing.minLength = 0
        info = SourceInfo(Self.type, name: name, title: "Qiita", pacing: pacing)
    }

    /// The API's last page, and the maximum number of items on a page.
    private static let lastPage = 100
    private static let largestPage = 100

    func page(_ request: PageRequest) -> Work<Page> {
        let number = request.cursor.flatMap { Int($0.text) } ?? 1
        var query: URLQuery = [
            "page": String(number), "per_page": String(min(request.pageSize, Self.largestPage)),
        ]
        if !request.query.isEmpty { query["query"] = request.query }
        return ask("/api/v2/items", query) { (response, answer) throws(SourceError) in
            let articles = try answer.elements()
            var items: [Item] = []
            items.reserveCapacity(articles.underestimatedCount)
            for article in articles { items.append(try item(article)) }
            return Page(
                items: items, next: number < Self.lastPage ? Cursor(String(number + 1)) : nil,
                total: response.headers["Total-Count"].flatMap { Int($0) })
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard !request.id.isEmpty, request.id.utf8.allSatisfy({ $0.isIdentifier }) else {
            let message = "an article is identified by letters and digits, not by \"\(request.id)\""
            return .known(.failure(.noSuchItem(message)))
        }
        return ask("/api/v2/items/" + request.id) { (_, answer) throws(SourceError) in
            let item = try item(answer)
            return Detail(of: item, text: try answer["body"].string(), format: .markdown)
        }
    }

    private func ask<Answer>(
        _ path: String, _ query: URLQuery? = nil,
        read: @escaping @Sendable (HTTPResponse, AnswerReader) throws(SourceError) -> Answer
    ) -> Work<Answer> {
        let url = endpoint + path + endpointQuery
        var request = HTTPRequest(url: query?.appended(to: url) ?? url)
        if let token {
            request.headers.add("Authorization", "Bearer \(token)")
            request.secrets += [token]
        }
        return .json(request, reported: reportedError, read: read)
    }

    /// Returns the error that Qiita reports: `{"message", "type"}` with a status other than 200.
    private func reportedError(_ answer: AnswerReader?, _ response: HTTPResponse, from origin: String) -> SourceError? {
        guard response.status != 200 else { return nil }
        var error = SourceError(status: response, from: origin)
        if let message = answer?["message"].json?.string { error.message += ": \(message)" }
        let type = answer?["type"].json?.string
        let budget = budget(in: response)
        if response.status == 429 || type?.hasSameBytes(as: "rate_limit_exceeded") == true
            || response.status == 403 && budget?.remaining == 0
        {
            error.kind = .rateLimited
            error.isRetryable = true
            // A spent budget is not restored within a second or two.
            error.isTransient = false
            error.retryAfter = response.retryAfter ?? budget?.resetsIn
        } else if error.kind == .auth {
            error.message += token == nil ? "; a token in QIITA_TOKEN may help" : "; is the token right?"
        } else if response.status == 404 {
            error.isNoSuchItem = true
        }
        return error
    }

    /// Returns `Rate-Remaining` requests until `Rate-Reset`, a time of the server's clock in seconds since 1970; or
    /// none for as long as a refusal asks to wait.
    func budget(in response: HTTPResponse) -> Budget? {
        if let remaining = response.count("Rate-Remaining"),
            let reset = response.count("Rate-Reset")
        {
            return Budget(remaining: max(0, remaining), resetsIn: response.wait(until: reset))
        }
        guard response.status == 429, let wait = response.retryAfter else { return nil }
        return Budget(remaining: 0, resetsIn: wait)
    }

    private func item(_ article: AnswerReader) throws(SourceError) -> Item {
        let user = article["user"]
        var fields = Fields(minimumCapacity: 4)
        if let name = try user["id"].optional()?.string() { fields["user"] = .text(name) }
        if let count = try article["likes_count"].optional()?.integer() { fields["likes_count"] = .integer(count) }
        if let time = try article["created_at"].optional()?.string() { fields["created_at"] = .text(time) }
        if let tags = try article["tags"].optional() {
            var names: [String] = []
            for tag in try tags.elements() { names.append(try tag["name"].string()) }
            fields["tags"] = .text(names.joined(separator: ", "))
        }
        let url = try article["url"].string()
        return Item(
            id: try article["id"].string(), title: try article["title"].string(), url: url,
            image: try user["profile_image_url"].optional()?.string(), insert: url, kind: .post, fields: fields)
    }
}

extension UInt8 {
    /// Whether it can be part of a Qiita id: a letter, a digit, `-` or `_`.
    fileprivate var isIdentifier: Bool { isLetterOrDigit || "-_".utf8.contains(self) }
}
