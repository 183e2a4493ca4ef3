import HTTP
import JSON
import SearchSource

/// A JSON API that a description defines.
struct DescribedAPI: TriableSource {
    let info: SourceInfo
    private let description: HTTPDescription

    /// The maximum number of consecutive pages that are skipped because none of their rows can be shown.
    private static let mostPassedOver = 5

    init(name: String, type: SourceType, _ description: HTTPDescription) {
        self.description = description
        var info = SourceInfo(
            name: name, type: type.name, title: description.title ?? name,
            summary: description.summary ?? type.summary, pacing: description.pacing,
            concurrency: description.concurrency, missing: description.missing, attribution: description.attribution,
            allowance: description.budget?.allowance)
        info.readings = description.readings
        self.info = info
    }

    func page(_ request: PageRequest) -> Work<Page> {
        if let error = unready { return .known(.failure(error)) }
        guard let cursor = request.cursor else { return beginning(request) }
        guard let position = PagingPosition(cursor), (position.prepared == nil) == (description.prepare == nil) else {
            return .known(.failure(SourceError(.internal, "\(info.title): this cursor is not one of its own")))
        }
        return page(request, at: position, passedOver: 0)
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        if let error = unready { return .known(.failure(error)) }
        guard let rule = description.detail else {
            let message = "\(info.title) shows details only of items in its list"
            return .known(request.detail(of: request.item, orElse: message))
        }
        let noSuchItem = SourceError.noSuchItem("\(info.title) has no item with the id \"\(request.id)\"")
        var contents = RequestHole.Contents()
        contents.id = request.id
        let requests = description.servers.compactMap { rule.request.request(contents, server: $0) }
        guard !request.id.isEmpty else { return .known(.failure(noSuchItem)) }
        return ask(requests, orElse: noSuchItem) { (answer, _, _) throws(SourceError) in
            guard let answer, let detail = try rule.detail(of: request.id, in: answer) else { throw noSuchItem }
            return .known(.success(detail))
        }
    }

    /// Sends one of these requests, which are the same request to equivalent servers; fails with `error` if there are
    /// none. `read` is called with nil for the answer if the response means an empty list.
    private func ask<Answer>(
        _ requests: [HTTPRequest], orElse error: @autoclosure () -> SourceError,
        _ read: @escaping @Sendable (AnswerReader?, HTTPResponse, HTTPRequest) throws(SourceError) -> Work<Answer>
    ) -> Work<Answer> {
        @Sendable func work(_ place: Int, _ response: HTTPResponse) -> Work<Answer> {
            do throws(SourceError) {
                return try read(answer(in: response, to: requests[place]), response, requests[place])
            } catch {
                return .known(.failure(error))
            }
        }
        guard requests.count != 1 else { return .http(requests[0]) { work(0, $0) } }
        return requests.isEmpty ? .known(.failure(error())) : .anyOf(requests, then: work)
    }

    func budget(in response: HTTPResponse) -> Budget? { description.budget?.budget(in: response) }

    /// The error for requests made before all required variables are set; nil if they are.
    private var unready: SourceError? {
        guard !description.missing.isEmpty else { return nil }
        let names = description.missing.joined(separator: ", ")
        return SourceError(.config, "\(info.title) needs a key: set the environment variable \(names)")
    }

    // MARK: Pages

    /// Returns the first page, preceded by the request that is made once for the whole list, if there is one.
    private func beginning(_ request: PageRequest) -> Work<Page> {
        let position = description.paging?.beginning ?? .start
        guard let prepare = description.prepare else { return page(request, at: position, passedOver: 0) }
        return ask(requests(for: prepare, request.query), orElse: unaskable(request.query)) {
            (answer, _, _) throws(SourceError) in
            guard let answer else { return .known(.success(Page(items: []))) }
            var position = position
            position.prepared = try prepare.prepared(in: answer)
            return page(request, at: position, passedOver: 0)
        }
    }

    private func requests(for prepare: PrepareRule, _ query: String) -> [HTTPRequest] {
        var contents = RequestHole.Contents()
        contents.query = query
        return description.servers.compactMap { prepare.request.request(contents, server: $0) }
    }

    private func page(
        _ request: PageRequest, at position: PagingPosition, passedOver: Int, isPartial: Bool = false
    ) -> Work<Page> {
        ask(requests(for: request, at: position), orElse: unaskable(request.query)) {
            (answer, response, http) throws(SourceError) in
            guard let answer else { return .known(.success(Page(items: []))) }
            var read = try read(answer, response, http, at: position)
            if isPartial { read.page.isPartial = true }
            guard read.page.items.isEmpty, read.next != nil || read.rows > 0 else { return .known(.success(read.page)) }
            // After pages that were shown, it is simply the end.
            if read.next == nil, request.cursor != nil { return .known(.success(read.page)) }
            guard let next = read.next, passedOver < Self.mostPassedOver else { throw nothingShown(read, http.origin) }
            return page(request, at: next, passedOver: passedOver + 1, isPartial: read.page.isPartial)
        }
    }

    /// Returns the request for a page, to each of the servers; none if a value cannot go where it should.
    private func requests(for request: PageRequest, at position: PagingPosition) -> [HTTPRequest] {
        var contents = RequestHole.Contents()
        contents.query = request.query
        contents.limit = request.pageSize
        contents.position = position.value
        contents.prepared = position.prepared
        let kind = description.paging?.kind
        let merged = kind == .merge ? position.value?.object ?? JSONObject() : JSONObject()
        return description.servers.compactMap { server in
            let first = description.request.request(contents, server: server, merged: merged)
            guard kind == .link, let address = position.value?.string, let first else { return first }
            guard PageLink.isPath(address) else { return nil }
            let own = Self.address(address, of: description.servers, on: server)
            return description.request.request(contents, like: first, address: own)
        }
    }

    /// Returns an address that one of `servers` has sent as it is on `server`: paths of the two may begin differently.
    private static func address(_ address: String, of servers: [String], on server: String) -> String {
        let beginnings = servers.map(pathBeginning)
        let sent = beginnings.filter { address.utf8.starts(with: $0.utf8) }.max { $0.utf8.count < $1.utf8.count }
        guard let sent else { return address }
        return pathBeginning(of: server) + String(Substring(address.utf8.dropFirst(sent.utf8.count)))
    }

    /// Returns what the paths on a server begin with; empty if that is nothing but the `/`.
    private static func pathBeginning(of server: String) -> String {
        let parts = server.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count < 4 ? "" : "/" + String(Substring(parts[3]))
    }

    private func unaskable(_ query: String) -> SourceError {
        SourceError(.source, "\(info.title) cannot be queried for \"\(query)\"")
    }

    /// The result of reading one answer.
    private struct PageRead {
        var page = Page(items: [])
        var next: PagingPosition?
        var rows = 0
        /// The first few rows that are not shown.
        var dropped: [Trial.Dropped] = []
        var droppedCount = 0
    }

    private func read(
        _ answer: AnswerReader, _ response: HTTPResponse, _ request: HTTPRequest, at position: PagingPosition
    ) throws(SourceError) -> PageRead {
        let rows = try description.rows.rows(in: answer)
        var read = PageRead(rows: rows.count)
        read.page.items.reserveCapacity(rows.count)
        for (index, row) in rows.enumerated() {
            switch try description.item.read(row) {
            case .item(let item): read.page.items.append(item)
            case .dropped(let reason):
                read.droppedCount += 1
                if read.dropped.count < 5 { read.dropped.append(Trial.Dropped(row: index, reason: reason)) }
            }
        }
        let total = try description.total.flatMap { (total) throws(SourceError) in try total.total(response, answer) }
        let suggestion = try description.suggestion.flatMap { (suggestion) throws(SourceError) in
            try answer.at(suggestion)?.optional()?.string()
        }
        let isPartial = try description.partial.map { (rule) throws(SourceError) in try rule.isPartial(answer) }
        read.page = Page(
            items: read.page.items, total: total, suggestion: suggestion?.isEmpty == false ? suggestion : nil,
            isPartial: isPartial ?? false)
        read.next = try description.paging?.next(
            after: position,
            PagingRule.PageRead(
                answer: answer, response: response, request: request, rows: rows, total: read.page.total,
                seen: PagingPosition.sum(of: read.page.items)))
        if var next = read.next {
            if let newer = try description.prepare?.newer(in: answer) { next.prepared = newer }
            read.next = try withoutKeys(next, request.origin)
        }
        read.page.next = read.next.map { Cursor($0.text) }
        return read
    }

    /// Removes keys that the service repeats in the address of the next page; they are added again when it is
    /// requested.
    private func withoutKeys(_ position: PagingPosition, _ origin: String) throws(SourceError) -> PagingPosition {
        var position = position
        if description.paging?.kind == .link, let address = position.value?.string {
            position = PagingPosition(
                value: .string(description.request.withoutKeys(address)), rows: position.rows, seen: position.seen,
                prepared: position.prepared)
        }
        if position.text.holds(anyOf: description.keys) {
            throw SourceError(.decode, "\(origin) answered with a cursor that contains a key: it cannot be kept")
        }
        return position
    }

    private func nothingShown(_ read: PageRead, _ origin: String) -> SourceError {
        guard let first = read.dropped.first else {
            return SourceError(.decode, "\(origin) answered with too many empty pages in a row")
        }
        return SourceError(
            .decode,
            "\(origin) answered with \(read.rows) rows, none of which can be shown; about the first: \(first.reason)")
    }

    // MARK: Trying it out

    var example: String? { description.example }

    func trial(of query: String) throws(SourceError) -> Trial {
        if let error = unready { throw error }
        let position = description.paging?.beginning ?? .start
        guard let prepare = description.prepare else { return try trial(of: query, at: position) }
        guard let request = requests(for: prepare, query).first else { throw unaskable(query) }
        return Trial(request: request) { (response) throws(SourceError) in
            guard let answer = try answer(in: response, to: request) else { return .finding(.nothing) }
            var position = position
            position.prepared = try prepare.prepared(in: answer)
            return .next(try trial(of: query, at: position))
        }
    }

    private func trial(of query: String, at position: PagingPosition) throws(SourceError) -> Trial {
        let asked = PageRequest(query: query, pageSize: info.pacing.pageSize)
        guard let request = requests(for: asked, at: position).first else { throw unaskable(query) }
        return Trial(request: request) { (response) throws(SourceError) in
            guard let answer = try answer(in: response, to: request) else { return .finding(.nothing) }
            let read = try read(answer, response, request, at: position)
            let next = read.next.map { String(decoding: JSONWriter.bytes(of: $0.value ?? .null), as: UTF8.self) }
            return .finding(
                Trial.Finding(
                    page: read.page, next: next, rows: read.rows, dropped: read.dropped,
                    droppedCount: read.droppedCount))
        }
    }

    // MARK: Answers

    /// Reads the answer in a response; nil if the response means an empty list.
    private func answer(in response: HTTPResponse, to request: HTTPRequest) throws(SourceError) -> AnswerReader? {
        let origin = request.origin
        let answer = Result { () throws(SourceError) in try AnswerReader(response, from: origin) }
        let readable = try? answer.get()
        if let rule = description.errors.first(where: { $0.fits(response, readable) }) {
            guard let error = rule.error(response, readable, from: origin, budget: budget(in: response)) else {
                return nil
            }
            throw error
        }
        guard (200..<300).contains(response.status) else { throw SourceError(status: response, from: origin) }
        return try answer.get()
    }
}
