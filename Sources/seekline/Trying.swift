import BuiltinSources
import CurlTransport
import Engine
import FetchHost
import HTTP
import Platform
import SearchSource

/// What `--try` says about a source: its example is queried once, and the result is described.
struct Trying {
    let source: any TriableSource
    let http: CurlTransport.Configuration

    /// Returns some lines about it, without secrets.
    func report() -> [String] {
        guard let example = source.example else { return ["it has no `example`: a query that finds something"] }
        var secrets: [String] = []
        var lines: [String] = []
        do throws(SourceError) {
            var next: Trial? = try source.trial(of: example)
            while let trial = next {
                next = nil
                secrets += trial.request.secrets
                lines += Self.lines(trial.request)
                let response = try send(trial.request)
                lines.append("answered  status \(response.status), \(response.body.count) bytes")
                if let budget = source.budget(in: response) {
                    let seconds = budget.resetsIn.wholeMilliseconds / 1000
                    lines.append("budget    \(budget.remaining) requests for \(seconds) s")
                }
                switch try trial.read(response) {
                case .next(let following): next = following
                case .finding(let finding):
                    // As for a search: before anything is cut, which may be a part of a key.
                    let page = try finding.page.withholding(secrets).flatMap { $0.bounded() }.get()
                    lines += Self.lines(finding, page)
                }
            }
        } catch {
            var error = error
            error.message = error.message.withholding(secrets)
            lines.append("error     \(error.kind.rawValue): \(error.bounded().message)")
        }
        return lines.map { $0.withholding(secrets) }
    }

    private static func lines(_ request: HTTPRequest) -> [String] {
        let line = "asked     \(request.body == nil ? "GET" : "POST") \(request.url)"
        guard let body = request.body, !body.bytes.isEmpty else { return [line] }
        return [line, "          \(String(decoding: body.bytes, as: UTF8.self))"]
    }

    private func send(_ request: HTTPRequest) throws(SourceError) -> HTTPResponse {
        let wakeup: Wakeup
        do {
            wakeup = try Wakeup()
        } catch {
            throw SourceError(.internal, "no descriptors are left: \(error)")
        }
        let requests = Requests(http, wakeup: wakeup)
        requests.send(request, id: FetchID(1), concurrency: 1)
        var polled = PollSet()
        _ = polled.add(wakeup.readEnd, for: .readable)
        while true {
            polled.wait(atMost: nil)
            wakeup.drain()
            switch requests.takeFinished().first?.result {
            case .response(let response): return response
            case .failed(let error): throw SourceError(error)
            case .computed, .rows, nil: continue
            }
        }
    }

    private static func lines(_ finding: Trial.Finding, _ page: Page) -> [String] {
        var lines = [
            "items     \(page.items.count) of \(finding.rows) rows" + (page.total.map { ", \($0) in all" } ?? "")
        ]
        if page.isPartial { lines.append("partial   some of what was asked has not answered") }
        for (index, item) in page.items.prefix(5).enumerated() {
            lines.append("  \(index + 1)  \(beginning(of: item.title))")
            lines += members(of: item).map { "     \($0.name): \(beginning(of: $0.text))" }
        }
        if page.items.count > 5 { lines.append("  …  \(page.items.count - 5) more") }
        if finding.droppedCount > 0 {
            lines.append("left out  \(finding.droppedCount) rows")
            lines += finding.dropped.map { "  row \($0.row + 1): \($0.reason)" }
        }
        lines.append("next      " + (finding.next.map { "is asked for with \($0)" } ?? "none: this is the last page"))
        if let suggestion = page.suggestion { lines.append("suggests  \(suggestion)") }
        return lines
    }

    /// Returns the members of an item other than its title.
    private static func members(of item: Item) -> [(name: String, text: String)] {
        var members = [("id", item.id)]
        if let snippet = item.snippet {
            let marked = snippet.parts.enumerated().map { $0.offset % 2 == 0 ? $0.element : "«\($0.element)»" }
            members.append(("snippet", marked.joined()))
        }
        let texts = [("url", item.url), ("image", item.image), ("insert", item.insert), ("kind", item.kind?.rawValue)]
        for case (let name, let text?) in texts { members.append((name, text)) }
        for field in item.fields.fields { members.append(("fields." + field.name, field.value.text)) }
        return members
    }

    private static func beginning(of text: String) -> String {
        text.count > 200 ? text.prefix(200) + "…" : text
    }
}
