import Bytes
import HTTP
import JSON
import SearchSource

/// How a request is made: the `request` of a description, of its `prepare` or of its `detail`.
struct RequestRule: Sendable {
    private let url: URLTemplate<RequestHole.Name>
    private let query: [(name: String, value: RequestValue)]
    private let headers: [(name: String, value: RequestValue)]
    private let body: RequestValue?
    private let isPost: Bool

    let keys: [String]
    /// Whether one is in a place that a redirect would carry to another server.
    private let hasOtherKeys: Bool

    /// Reads a request that may have these holes.
    ///
    /// - Parameter isPath: Whether the URL is only a path, because servers are named elsewhere.
    init(_ value: DescribedValue, holes: [RequestHole.Name], isPath: Bool) throws(DescriptionError) {
        let object = try value.object(["method", "url", "query", "headers", "body"])
        let url = try object.required("url") { (url) throws(DescriptionError) in
            try Self.url(url, holes, isPath: isPath)
        }
        query =
            try object.optional("query") { (query) throws(DescriptionError) in
                try Self.values(query, holes, isHeader: false)
            } ?? []
        headers =
            try object.optional("headers") { (headers) throws(DescriptionError) in
                try Self.values(headers, holes, isHeader: true)
            } ?? []
        body = try object.optional("body") { (body) throws(DescriptionError) in try RequestValue(body, body: holes) }
        let method = try object.word("method", ["GET", "POST"])
        isPost = (method ?? (object["body"] == nil ? "GET" : "POST")) == "POST"
        if !isPost, let place = object["body"] { throw place.fault("is only allowed with the method POST") }
        keys = ((query + headers).map(\.value) + (body.map { [$0] } ?? [])).flatMap(\.keys)
        hasOtherKeys =
            body?.keys.isEmpty == false
            || headers.contains { $0.name.lowercased() != "authorization" && !$0.value.keys.isEmpty }
        guard let url else { throw object.noted }
        self.url = url
    }

    private static func url(
        _ value: DescribedValue, _ holes: [RequestHole.Name], isPath: Bool
    ) throws(DescriptionError) -> URLTemplate<RequestHole.Name> {
        let url = try URLTemplate(value, isPath: isPath, isAsked: true) { (name) throws(DescriptionError) in
            let word = name.json.string ?? ""
            guard let hole = holes.first(where: { $0.rawValue == word }) else {
                let known = holes.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw name.fault("has {\(word)} in it; the possible names are \(known)")
            }
            return hole
        }
        for mark in "?#" where url.hasText(UInt8(ascii: mark.unicodeScalars.first ?? "?")) {
            throw value.fault("must not contain `\(mark)`: what follows a `?` goes into `query`")
        }
        return url
    }

    private static func values(
        _ value: DescribedValue, _ holes: [RequestHole.Name], isHeader: Bool
    ) throws(DescriptionError) -> [(name: String, value: RequestValue)] {
        var values: [(name: String, value: RequestValue)] = []
        for (name, member) in try value.members("an object of names and values", atMost: 64) {
            let read = try member.noting { (member) throws(DescriptionError) in
                if isHeader, values.contains(where: { $0.name.hasSameLetters(as: name) }) {
                    throw member.fault("this header is given twice; upper and lower case make no difference")
                }
                let read = try RequestValue(member, text: holes)
                if isHeader, !name.isHeaderName || name.isTransportsOwn {
                    throw member.fault("is not a valid name of a header")
                }
                if isHeader, read.constants.contains(where: \.endsLine) {
                    throw member.fault("must be one line: a header cannot contain a line end or a NUL")
                }
                if read.isConstant, name.soundsSecret {
                    throw member.fault(
                        #"must be {"env": "NAME"}: a key does not belong in a file that others may read"#)
                }
                return read
            }
            if let read { values.append((name, read)) }
        }
        return values
    }

    /// Whether members can be merged into it: into a query, or into a body that is an object.
    var takesMembers: Bool {
        switch body {
        case nil, .object: true
        default: false
        }
    }

    var holes: [RequestHole.Name] {
        url.holes + (query + headers).flatMap(\.value.holes) + (body?.holes ?? [])
    }

    /// Returns the request; nil if a value in `contents` cannot be in its path.
    ///
    /// - Parameters:
    ///   - server: What precedes the path if the URL is only a path; otherwise empty.
    ///   - merged: The members that override those of the query or, in a POST, of the body.
    func request(
        _ contents: RequestHole.Contents, server: String, merged: JSONObject = JSONObject()
    ) -> HTTPRequest? {
        let path = url.url { Self.segment($0, contents) }
        guard let path else { return nil }
        var query: URLQuery = [:]
        for (name, value) in self.query { query[name] = value.text(contents) }
        if !isPost { for (name, value) in merged.members { query[name] = RequestValue.constant(value).text(contents) } }
        let url = server + path
        var request = HTTPRequest(url: query.isEmpty ? url : query.appended(to: url))
        if !server.isEmpty { request.server = server }
        return finish(request, contents, merged)
    }

    /// Returns the request for the page at `address`, a path and query that came from the service. It is otherwise like
    /// the first one, and has its keys.
    func request(_ contents: RequestHole.Contents, like first: HTTPRequest, address: String) -> HTTPRequest {
        var query: URLQuery = [:]
        for (name, value) in self.query where !value.keys.isEmpty { query[name] = value.text(contents) }
        let url = first.origin + address
        var request = HTTPRequest(url: query.isEmpty ? url : query.appended(to: url))
        request.server = first.server
        return finish(request, contents, JSONObject())
    }

    /// Returns `address` without the parameters that hold keys in requests: they need not be kept, because they are
    /// added again.
    func withoutKeys(_ address: String) -> String {
        let names = query.filter { !$0.value.keys.isEmpty }.map(\.name)
        guard !names.isEmpty, let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return address }
        // The rest stays as it was written: there is more than one way to write a query.
        let pairs = address.utf8[address.utf8.index(after: mark)...]
            .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let kept = pairs.filter { pair in
            let name = PercentEncoding.decode(String(Substring(pair.prefix { $0 != UInt8(ascii: "=") })))
            return !names.contains { $0.hasSameBytes(as: name) }
        }
        let path = String(address[..<mark])
        return kept.isEmpty ? path : path + "?" + kept.map { String(Substring($0)) }.joined(separator: "&")
    }

    private func finish(
        _ request: HTTPRequest, _ contents: RequestHole.Contents, _ merged: JSONObject
    ) -> HTTPRequest {
        var request = request
        for (name, value) in headers {
            if let text = value.text(contents) { request.headers.add(name, text) }
        }
        request.secrets += keys
        request.followsRedirects = !hasOtherKeys
        if isPost {
            request.body = HTTPRequest.Body(bodyBytes(contents, merged), type: "application/json")
        }
        return request
    }

    /// Returns the body of a POST: empty if none is described. Some services reject even an empty object.
    private func bodyBytes(_ contents: RequestHole.Contents, _ merged: JSONObject) -> [UInt8] {
        guard body != nil || !merged.members.isEmpty else { return [] }
        var json = body?.json(contents) ?? .object(JSONObject())
        if !merged.members.isEmpty, var object = json.object {
            for (name, value) in merged.members { object[name] = value }
            json = .object(object)
        }
        return JSONWriter.bytes(of: json)
    }

    /// Returns what goes into the path; nil if that is empty, or would lead to another folder.
    private static func segment(_ name: RequestHole.Name, _ contents: RequestHole.Contents) -> String? {
        guard let text = RequestValue.hole(RequestHole(name)).text(contents) else { return nil }
        return ["", ".", ".."].contains { $0.hasSameBytes(as: text) } ? nil : text
    }
}

extension String {
    /// Whether it contains something that would end a header.
    fileprivate var endsLine: Bool { utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }

    /// Whether it can be the name of a header (RFC 9110, section 5.1).
    var isHeaderName: Bool {
        !isEmpty && utf8.count <= 128
            && utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether the header with this name is controlled by the transport.
    fileprivate var isTransportsOwn: Bool {
        let own = [
            "host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding", "expect",
        ]
        return own.contains { $0.hasSameBytes(as: lowercased()) }
    }

    /// Whether the name suggests a secret, meant for the service alone.
    fileprivate var soundsSecret: Bool {
        guard utf8.count <= 128 else { return false }
        let name = lowercased().replacingDashes
        return name == "authorization" || name == "cookie" || name == "proxy_authorization"
            || ["api_key", "apikey", "token", "secret", "password"].contains { word in
                name.utf8.count >= word.utf8.count && name.utf8.hasSuffix(word)
            }
    }

    private var replacingDashes: String {
        String(decoding: utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }
}

extension String.UTF8View {
    fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
