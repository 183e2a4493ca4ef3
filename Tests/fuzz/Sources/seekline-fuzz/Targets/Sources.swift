import BuiltinSources
import Engine
import HTTP
import JSON
import SearchSource
import TestSupport

extension Target {
    /// A source that is asked for a page, the next ones, a detail and all actions of the first item, and gets the same
    /// answer each time: the result is a value or an error, and messages that a client can read, without the key in
    /// them. The input is an answer as `response` reads it. For a source that sends no requests it is the query, followed
    /// by one item per line if the source takes items.
    static func source(_ type: SourceType) -> Target {
        let source = configured(type)
        return Target(name: "source-\(type.name)") { bytes in
            let response = response(bytes)
            if let budget = source.budget(in: response) {
                let isWithinADay = (.zero ... .seconds(86_400)).contains(budget.resetsIn)
                hold(budget.remaining >= 0 && isWithinADay, "a budget is within bounds")
            }
            let harness = EngineHarness(
                SearchEngine.Configuration(sources: [source], defaultSource: type.name, version: "fuzz"))
            let text = String(decoding: bytes, as: UTF8.self)
            var query = source.info.isLocal ? text : "taro"
            if source.itemHolder != nil {
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                query = lines[0]
                harness.send([
                    "jsonrpc": "2.0", "id": 0, "method": "setItems",
                    "params": ["items": .array(lines.dropFirst().map(JSONValue.string))],
                ])
            }
            harness.send(["jsonrpc": "2.0", "id": 1, "method": "submit", "params": ["query": .string(query)]])
            harness.answerAll(response)
            harness.send(["jsonrpc": "2.0", "id": 2, "method": "reachedBottom", "params": ["need": 3]])
            harness.answerAll(response)
            harness.send(["jsonrpc": "2.0", "id": 3, "method": "openDetail", "params": ["id": .string(id(of: type))]])
            harness.answerAll(response)
            harness.performAll(response)
            harness.send(["jsonrpc": "2.0", "id": 4, "method": "getState"])
            harness.checkMessages(without: secret)
            hold(harness.log.allSatisfy { !$0.utf8.contains { $0 == 0x0A } }, "a log message is one line")
        }
    }

    /// Returns a source of a type with all the settings that it needs.
    static func configured(_ type: SourceType) -> any Source {
        do {
            let settings =
                type.settings.contains { $0.isSecret } ? [Setting.key(of: type): JSONValue.string(secret)] : [:]
            let needed = settings.merging(needs[type.name] ?? [:]) { $1 }
            let variables = ["FUZZ_KEY": secret]
            let others = type.isMadeOfOthers ? [SourceType.http, .hotPepper].map(configured) : []
            return try type.make(
                type.name,
                Settings(needed, variables: variables, contact: "mailto:me@example.org", others: others))
        } catch {
            fatalError("\(type.name).\(error.setting): \(error.message)")
        }
    }

    /// The settings that sources need besides a key.
    private static let needs: [String: [String: JSONValue]] = [
        "command": [
            "argv": ["found", "--", "{query}"], "run": "each", "format": "jsonl",
            "item": ["title": "{name} {n}", "url": "https://a.test/{id}", "path": "{path}", "line": "{line}"],
            "detail": ["argv": ["shown", "--", "{id}", "{title}"], "format": "code"],
            "actions": [
                ["name": "end", "title": "End it", "argv": ["ended", "{id}", "--to={title}"], "changes": true],
                ["name": "open", "title": "Open it", "argv": ["opened", "--", "{url}"]],
            ],
        ],
        "account-id": ["project": "demo"],
        "http": [
            "request": [
                "url": "https://docs.test/search",
                "query": ["q": ["$": "query"], "c": ["$": "cursor"], "key": ["env": "FUZZ_KEY"]],
            ],
            "items": ["at": ["/hits", "/pages"], "values": true],
            "item": [
                "id": "/id", "title": ["/title", "https://docs.test/{/name}"],
                "snippet": ["at": "/text", "html": true, "highlight": ["<em>", "</em>"]],
                "url": "https://docs.test{+/path}",
                "fields": [
                    "n": "/n", "tags": ["each": "/tags", "at": "/name"], "line": ["at": "/text", "oneLine": true],
                ],
            ],
            "total": "/found", "partial": ["/shards/failed", "/late"],
            "paging": ["by": "cursor", "from": ["/next", "/meta/0/next"], "more": "/more", "empty": "next"],
            "detail": [
                "request": ["url": "https://docs.test/items/{id}", "query": ["key": ["env": "FUZZ_KEY"]]],
                "at": "/item", "text": "/body",
            ],
            "errors": [["at": "/error/code", "is": [7, "x"], "means": "rateLimited", "retryAfter": "/error/wait"]],
            "budget": ["remaining": "Rate-Remaining", "reset": "Rate-Reset"],
        ],
        "sqlite": [
            "path": .string(corpus + "database/notes"), "select": .string(selects[0]), "timeoutMs": "2000",
        ],
        "union": ["of": ["http", "hotpepper"]],
    ]

    /// The folder with the seed inputs.
    private static let corpus = #filePath.dropLast("Sources/seekline-fuzz/Targets/Sources.swift".count) + "corpus/"

    /// Returns an id that a source looks up.
    private static func id(of type: SourceType) -> String {
        ["unicode": "2192", "union": "http:1", "yahoo-images": "https://msp.c.yimg.jp/1"][type.name] ?? "1"
    }

    /// The secret that no client may see.
    private static let secret = "k3y+Secret/9"
}

extension Setting {
    /// Returns the name of the secret setting.
    fileprivate static func key(of type: SourceType) -> String {
        type.settings.first { $0.isSecret }?.name ?? ""
    }
}

extension EngineHarness {
    /// Answers every request in the same way until there are no more; time passes in between.
    fileprivate func answerAll(_ response: HTTPResponse) {
        for _ in 0..<50 {
            while let (_, id, fetch) = takeAsk() {
                switch fetch {
                case .http: finish(id, .response(response))
                case .local(let job): finish(id, .computed(job.compute { false }))
                case .child(let call): finish(id, .rows(rows(for: call, in: response.body)))
                }
            }
            advance(to: now + 2000)
            if asks.isEmpty { return }
        }
        hold(false, "the requests come to an end")
    }

    /// Performs all actions of the first item.
    fileprivate func performAll(_ response: HTTPResponse) {
        let items = messages.compactMap { $0.message["params"]?.object?["items"]?.array }
        guard let item = items.first?.first?.object, let id = item["id"] else { return }
        for action in item["actions"]?.array ?? [] {
            let params = JSONObject([("id", id), ("action", action.object?["name"] ?? .null)])
            send(["jsonrpc": "2.0", "id": 5, "method": "perform", "params": .object(params)])
            answerAll(response)
        }
    }

    /// Returns the rows of a program whose output is `text`.
    private func rows(for call: ChildCall, in text: [UInt8]) -> ChildRows {
        let rows = text.split(separator: call.run.command.separator, omittingEmptySubsequences: false).map(Array.init)
        let asked = Array(rows.dropFirst(call.first).prefix(call.count))
        return ChildRows(asked, end: call.first + asked.count >= rows.count ? .exited(code: 0) : nil)
    }
}
