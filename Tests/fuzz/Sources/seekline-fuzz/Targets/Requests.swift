import BuiltinSources
import HTTP
import SearchSource

extension Target {
    /// What a client asks for goes to the source's server and no other, in the form that URLs and headers allow. The
    /// input is a query, a cursor and an id, one per line.
    static let requests = Target(name: "requests") { bytes in
        let texts = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let cursor = texts.count > 1 ? Cursor(texts[1]) : nil
        for source in SourceType.all.map(configured) where !source.info.isLocal {
            let plain = source.page(PageRequest(query: "q")).request
            let page = source.page(PageRequest(query: texts[0], cursor: cursor, pageSize: bytes.count + 1)).request
            let detail = source.detail(DetailRequest(id: texts.last ?? "")).request
            for request in [page, detail].compactMap(\.self) {
                hold(request.origin == plain?.origin, "\(source.info.name) asks its own server")
                hold(request.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a URL is ASCII without spaces")
                hold(request.headers == plain?.headers, "no input becomes a header")
                hold(request.secrets == plain?.secrets, "no input is taken for a secret")
            }
        }
        for text in texts {
            let decoded = PercentEncoding.decode(PercentEncoding.encode(text))
            hold(decoded.utf8.elementsEqual(text.utf8), "decoding undoes encoding")
            let query = URLQuery(decoding: text)
            hold(URLQuery(decoding: query.encoded) == query, "a query is read as it was written")
            let request = HTTPRequest(url: text)
            hold(text.utf8.count >= request.origin.utf8.count, "an origin is part of its URL")
            hold(HTTPRequest(url: HTTPRequest.withoutCredentials(text)).origin == request.origin, "origins are equal")
        }
    }
}

extension Work {
    /// The request that is sent first; nil if nothing is sent.
    fileprivate var request: HTTPRequest? {
        if case .http(let request, _) = self { request } else { nil }
    }
}
