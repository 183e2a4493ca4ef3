import HTTP
import SearchSource

/// The restaurants of Hot Pepper Gourmet, searched only on submit, as rows that are ready to be shown.
///
/// Every field is a string, and none is missing: what the service omits or leaves empty is an empty string.
struct HotPepper: Source {
    let info: SourceInfo
    private let endpoint: String
    private let key: String?

    private static let endpoint = Setting(
        "endpoint", default: "https://webservice.recruit.co.jp/hotpepper/gourmet/v1/", "the service's URL")
    private static let key = Setting(
        "key", variable: "HOTPEPPER_API_KEY", isSecret: true, "the API key, which the service gives to anyone")

    static let type = SourceType(
        name: "hotpepper", summary: "restaurants in Japan, by words of their name, location or cuisine",
        settings: [endpoint, key]
    ) { (name, settings) throws(SettingError) in
        HotPepper(name: name, endpoint: try settings.url(endpoint) ?? "", key: try settings.secret(key))
    }

    private init(name: String, endpoint: String, key: String?) {
        self.endpoint = endpoint
        self.key = key
        var pacing = Pacing()
        pacing.trigger = .submit
        // 鮨 and 焼肉 are whole queries.
        pacing.minLength = 1
        info = SourceInfo(
            Self.type, name: name, title: "Hot Pepper Gourmet", pacing: pacing,
            missing: key == nil ? ["HOTPEPPER_API_KEY"] : [],
            attribution: "Powered by ホットペッパーグルメ Webサービス")
    }

    /// The maximum number of items that the service returns at once.
    private static let largestPage = 100

    func page(_ request: PageRequest) -> Work<Page> {
        let start = request.cursor.flatMap { Int($0.text) } ?? 1
        let query: URLQuery = [
            "keyword": request.query, "start": String(start), "count": String(min(request.pageSize, Self.largestPage)),
        ]
        return ask(query) { (results) throws(SourceError) in
            var items: [Item] = []
            for shop in try results["shop"].elements() { items.append(try item(shop)) }
            let available = try results["results_available"].integer()
            let (next, isTooFar) = start.addingReportingOverflow(try Self.returned(results["results_returned"]))
            let isLast = isTooFar || next > available
            return Page(items: items, next: isLast ? nil : Cursor(String(next)), total: available)
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard !request.id.isEmpty else { return .known(.failure(.noSuchItem("an id must not be empty"))) }
        return ask(["id": request.id]) { (results) throws(SourceError) in
            for shop in try results["shop"].elements() {
                let item = try item(shop)
                guard item.id.hasSameBytes(as: request.id) else { continue }
                return Detail(of: item, text: Self.text(of: item))
            }
            throw .noSuchItem("\(info.title) has no restaurant with the id \"\(request.id)\"")
        }
    }

    private func ask<Answer>(
        _ parameters: URLQuery, read: @escaping @Sendable (AnswerReader) throws(SourceError) -> Answer
    ) -> Work<Answer> {
        guard let key else {
            let message = "\(info.title) needs a key: set the environment variable HOTPEPPER_API_KEY"
            return .known(.failure(SourceError(.config, "\(message), or `key` in the configuration file")))
        }
        var query: URLQuery = ["key": key]
        query.merge(parameters)
        query["format"] = "json"
        var request = HTTPRequest(url: query.appended(to: endpoint))
        request.secrets += [key]
        return .json(request, reported: Self.reportedError) { (_, answer) throws(SourceError) in
            try read(answer["results"])
        }
    }

    /// Returns the error that the service reports, with status 200: `{"results": {"error": [{"code", "message"}]}}`.
    private static func reportedError(
        _ answer: AnswerReader?, _ response: HTTPResponse, from origin: String
    ) -> SourceError? {
        guard response.status == 200, let errors = answer?["results"]["error"].json else { return nil }
        let error = (errors.array?.first ?? errors).object
        let code = error?["code"]?.integer ?? error?["code"]?.string.flatMap { Int($0) }
        let message = error?["message"]?.string ?? "an error without a message"
        return SourceError(
            code == 2000 ? .auth : .source, "\(origin) reports" + (code.map { " \($0)" } ?? "") + ": \(message)",
            isRetryable: code == 1000, retryAfter: response.retryAfter, httpStatus: response.status)
    }

    /// Reads `results_returned`, a number that the service writes as a string.
    private static func returned(_ count: AnswerReader) throws(SourceError) -> Int {
        guard let number = Int(try count.text()), number >= 0 else { throw count.wrong("a number") }
        return number
    }

    private func item(_ shop: AnswerReader) throws(SourceError) -> Item {
        let budget = try [Self.shown(shop["budget"]["average"]), Self.shown(shop["budget"]["name"])]
        let capacity = try Self.shown(shop["capacity"])
        let photos = shop["photo"]["pc"]
        let images = try [
            Self.shown(photos["l"]), Self.shown(photos["m"]), Self.shown(photos["s"]), Self.shown(shop["logo_image"]),
        ]
        let url = try Self.shown(shop["urls"]["pc"])
        return Item(
            id: try shop["id"].string(), title: try Self.shown(shop["name"], isRequired: true),
            url: url.isEmpty ? nil : url, image: images.first { !$0.isEmpty }, insert: url.isEmpty ? nil : url,
            kind: .place,
            fields: [
                "address": .text(try Self.shown(shop["address"])),
                "genre": .text(try Self.shown(shop["genre"]["name"])),
                "budget": .text(budget.first { !$0.isEmpty } ?? ""),
                "capacity": .text(capacity.allSatisfy(\.isNumber) && !capacity.isEmpty ? "\(capacity)席" : capacity),
                "open": .text(try Self.shown(shop["open"])), "close": .text(try Self.shown(shop["close"])),
            ])
    }

    /// Returns text as it is shown: on one line, and empty if the service has none.
    private static func shown(_ value: AnswerReader, isRequired: Bool = false) throws(SourceError) -> String {
        let text = isRequired ? try value.string() : try value.optional()?.text() ?? ""
        return text.withSingleSpaces()
    }

    /// Returns a restaurant as text to read.
    private static func text(of item: Item) -> String {
        let rows = [
            ("ジャンル", "genre"), ("住所", "address"), ("予算", "budget"), ("席数", "capacity"), ("営業時間", "open"),
            ("定休日", "close"),
        ]
        let lines = rows.compactMap { label, name -> String? in
            guard case .text(let text)? = item.fields[name], !text.isEmpty else { return nil }
            return "\(label): \(text)"
        }
        return lines.joined(separator: "\n")
    }
}
