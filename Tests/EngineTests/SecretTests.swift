import BuiltinSources
import Engine
import HTTP
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// A secret is sent to its service and appears nowhere else, not even if the service echoes it.
@Suite struct SecretTests {
    static let canary = "canary-4f2a"

    /// Returns everything that an engine outputs while a service echoes whatever it was sent.
    func output(of type: String, answer: @escaping (HTTPRequest) -> HTTPResponse) throws -> String {
        let variables = [
            "QIITA_TOKEN": Self.canary, "HOTPEPPER_API_KEY": Self.canary, "FIRESTORE_TOKEN": Self.canary,
        ]
        let settings: [String: JSONValue] = type == "account-id" ? ["project": "demo"] : [:]
        let probe = try SourceProbe(type, settings, variables: variables)
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [probe.source], defaultSource: type, isRecording: true, version: "test"))
        for message in [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, #"{"jsonrpc":"2.0","id":2,"method":"listSources"}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"submit","params":{"query":"taro"}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"openDetail","params":{"id":"taro"}}"#,
        ] { harness.send(message) }
        for (id, fetch) in harness.running {
            guard case .http(let request, _) = fetch else { continue }
            let sent = request.url + request.headers.fields.map(\.value).joined()
            #expect(sent.contains(Self.canary), "the service itself must get it")
            harness.finish(id, .response(answer(request)))
        }
        harness.advance(to: 60_000)
        harness.send(#"{"jsonrpc":"2.0","id":5,"method":"getState"}"#)
        let record = harness.record.map { String(decoding: $0, as: UTF8.self) }
        return (harness.takeTexts() + record + harness.log).joined(separator: "\n")
    }

    @Test(arguments: ["qiita", "hotpepper", "account-id"])
    func aSecretInAnErrorIsRedacted(_ type: String) throws {
        let output = try output(of: type) { _ in
            let error = #"{"code":2000,"message":"wrong key \#(Self.canary)!"}"#
            let body =
                type == "hotpepper"
                ? #"{"results":{"error":[\#(error)]}}"# : #"{"message":"wrong key \#(Self.canary)!","error":\#(error)}"#
            return HTTPResponse(status: type == "hotpepper" ? 200 : 401, body: Array(body.utf8))
        }
        #expect(!output.contains(Self.canary))
        #expect(output.contains("wrong key [secret]!"))
    }

    @Test func secretsInItemsAndDetailsAreRedacted() throws {
        let text = #""a \#(Self.canary) b""#
        let output = try output(of: "qiita") { request in
            let article = #"{"id":"x","title":\#(text),"url":\#(text),"body":\#(text),"user":{"id":\#(text)}}"#
            let body = request.url.contains("per_page") ? "[\(article)]" : article
            return HTTPResponse(status: 200, body: Array(body.utf8))
        }
        #expect(!output.contains(Self.canary))
        #expect(output.contains(#""title":"a [secret] b""#) && output.contains(#""text":"a [secret] b""#))
    }

    @Test func aRetryIsLoggedWithoutTheSecret() throws {
        let output = try output(of: "account-id") { _ in
            HTTPResponse(status: 503, body: Array(#"{"error":{"message":"busy, \#(Self.canary)"}}"#.utf8))
        }
        #expect(!output.contains(Self.canary))
        #expect(output.contains("busy, [secret]; trying again"))
    }

    /// Where the service says how many items there are, and where it says so wrongly.
    @Test(arguments: ["73519264", String(repeating: "1", count: 10) + String(repeating: "2345678901", count: 4)])
    func aSecretThatIsANumberIsNoTotal(_ key: String) throws {
        let probe = try SourceProbe(
            described: """
                {"request": {"url": "https://docs.test/", "query": {"q": {"$": "query"}, "key": {"env": "KEY"}}}, "items": "/hits",
                 "item": {"id": "/id", "title": "/title"}, "total": "/found"}
                """, variables: ["KEY": key])
        let harness = EngineHarness(
            SearchEngine.Configuration(
                sources: [probe.source], defaultSource: "docs", isRecording: true, version: "test"))
        harness.send(#"{"jsonrpc":"2.0","id":1,"method":"submit","params":{"query":"taro"}}"#)
        let body = #"{"hits": [{"id": "1", "title": "A"}], "found": \#(key)}"#
        harness.finish(FetchID(1), .response(HTTPResponse(status: 200, body: Array(body.utf8))))
        let record = harness.record.map { String(decoding: $0, as: UTF8.self) }
        let output = (harness.takeTexts() + record).joined(separator: "\n")
        #expect(output.contains(key.utf8.count < 20 ? #""title":"A""# : "found must be a whole number"))
        #expect(!output.contains(key.prefix(8)))
    }

    /// U+0301 and U+FE0F combine with the last letter into one character: the secret is then not a substring of the
    /// text as Swift sees it, yet as readable as ever.
    @Test(arguments: ["\u{301}", "\u{FE0F}", Self.canary])
    func aSecretIsRedactedWhateverFollowsIt(_ suffix: String) throws {
        let output = try output(of: "account-id") { _ in
            HTTPResponse(status: 403, body: Array(#"{"error":{"message":"no \#(Self.canary)\#(suffix)"}}"#.utf8))
        }
        #expect(!Array(output.utf8).contains(Array(Self.canary.utf8)))
        #expect(Array(output.utf8).contains(Array("no [secret]".utf8)))
    }
}
