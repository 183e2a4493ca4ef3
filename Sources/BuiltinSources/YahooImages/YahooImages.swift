import HTML
import HTTP
import SearchSource

/// The pictures that Yahoo! JAPAN's image search finds, read from its page.
///
/// A picture is an `img` whose source begins with the address of the service's own copies. There is only one page.
struct YahooImages: Source {
    let info: SourceInfo
    private let endpoint: String
    private let imagePrefix: String

    private static let endpoint = Setting(
        "endpoint", default: "https://search.yahoo.co.jp/image/search", "the page's URL before the `?`")
    private static let imagePrefix = Setting(
        "imagePrefix", default: "https://msp.c.yimg.jp", "how the URLs of the images begin")

    static let type = SourceType(
        name: "yahoo-images", summary: "images from the web, by Yahoo! JAPAN",
        settings: [endpoint, imagePrefix]
    ) { (name, settings) throws(SettingError) in
        YahooImages(
            name: name, endpoint: try settings.url(endpoint) ?? "", imagePrefix: try settings.url(imagePrefix) ?? "",
            hasContact: settings.contact != nil)
    }

    private init(name: String, endpoint: String, imagePrefix: String, hasContact: Bool) {
        self.endpoint = endpoint
        self.imagePrefix = imagePrefix
        var pacing = Pacing()
        pacing.trigger = .submit
        info = SourceInfo(
            Self.type, name: name, title: "Yahoo! JAPAN images", pacing: pacing,
            missing: hasContact ? [] : ["http.contact"])
    }

    func page(_ request: PageRequest) -> Work<Page> {
        guard info.missing.isEmpty else {
            let message = "\(info.title) requires a contact address: set http.contact"
            return .known(.failure(SourceError(.config, "\(message) to your e-mail address or URL")))
        }
        let query: URLQuery = ["n": "60", "p": request.query]
        // A truncated page looks like a shorter one, and libcurl does not notice the truncation if it was compressed.
        let page = HTTPRequest(url: query.appended(to: endpoint), acceptsCompression: false)
        let origin = page.origin
        return .http(page) { response in
            Result { () throws(SourceError) in
                guard response.status == 200 else { throw SourceError(status: response, from: origin) }
                try Self.checkType(response, from: origin)
                return Page(items: images(in: response.body))
            }
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard request.id.utf8.starts(with: imagePrefix.utf8) else {
            let message = "a picture is identified by an address that begins with \(imagePrefix)"
            return .known(.failure(.noSuchItem(message)))
        }
        let title = request.item?.title ?? ""
        return .known(.success(Detail(id: request.id, title: title, text: title, url: request.id, image: request.id)))
    }

    private static func checkType(_ response: HTTPResponse, from origin: String) throws(SourceError) {
        let type = response.headers["Content-Type"]?.lowercased() ?? "text/html"
        guard ["text/html", "application/xhtml+xml"].contains(where: { type.utf8.starts(with: $0.utf8) }) else {
            throw SourceError(.decode, "\(origin) answered with \(type), not with a page of HTML", httpStatus: 200)
        }
        if response.body.isEmpty {
            throw SourceError(.decode, "\(origin) answered with an empty page", isRetryable: true, httpStatus: 200)
        }
    }

    private func images(in page: [UInt8]) -> [Item] {
        var items: [Item] = []
        for case .startTag(let tag) in HTMLTokenizer(page) where tag.isNamed("img") {
            guard let source = tag["src"].map({ Self.address($0.asLongAsIsRead()) }),
                source.utf8.starts(with: imagePrefix.utf8)
            else {
                continue
            }
            let title = (tag["alt"] ?? "").asLongAsIsRead().withSingleSpaces()
            items.append(Item(id: source, title: title, url: source, image: source, insert: source, kind: .image))
        }
        return items
    }

    /// Returns an address as browsers read it: without the spaces and controls around it, and without tabs and line
    /// ends in it (https://url.spec.whatwg.org/#url-parsing).
    private static func address(_ value: String) -> String {
        func isAround(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }
        guard value.utf8.contains(where: isAround) else { return value }
        var bytes = value.utf8.filter { !"\t\n\r".utf8.contains($0) }.drop(while: isAround)
        while bytes.last.map(isAround) ?? false { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
