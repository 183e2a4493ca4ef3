import BuiltinSources
import HTTP
import JSON
import SearchSource
import SourceProbes
import Testing
import TestSupport

/// `account-id`, tested with prepared answers: what it requests, and how it reads Firestore's answers.
@Suite struct AccountIDTests {
    let accounts: SourceProbe

    init() throws { accounts = try SourceProbe("account-id", ["project": "demo"]) }

    static let prefix = "projects/demo/databases/(default)/documents/accounts/"

    static func notFound(_ message: String) -> String {
        #"{"error":{"code":404,"message":"\#(message)","status":"NOT_FOUND"}}"#
    }

    static let free = notFound(#"Document \"\#(prefix)taro\" not found."#)
    static let taken = #"{"name":"\#(prefix)taro","fields":{},"createTime":"2026-01-01T00:00:00Z"}"#

    @Test func looksUpOneDocument() throws {
        let request = try accounts.request(query: "taro")
        #expect(request.url == "https://firestore.googleapis.com/v1/" + Self.prefix + "taro")
        #expect(request.headers.fields.isEmpty)
        #expect(try accounts.request(detail: "taro").url == request.url)
        #expect(try accounts.request(query: "太郎 &:").url.hasSuffix("/accounts/%E5%A4%AA%E9%83%8E%20%26%3A"))
        let nested = try SourceProbe("account-id", ["project": "p", "collection": "teams/red/members"])
        #expect(try nested.request(query: "a").url.hasSuffix("/documents/teams/red/members/a"))
    }

    @Test func waitsASecondAndShowsNothingWhileTheUserTypes() {
        let pacing = accounts.source.info.pacing
        #expect(pacing.debounce == .seconds(1) && pacing.minLength == 1 && pacing.onInput == .clear)
    }

    @Test func aTokenIsSentToTheServiceButNotToAnEmulator() throws {
        let variables = ["FIRESTORE_TOKEN": "canary", "FIRESTORE_EMULATOR_HOST": "localhost:8080"]
        let token = try SourceProbe("account-id", ["project": "demo"], variables: ["FIRESTORE_TOKEN": "canary"])
        let request = try token.request(query: "taro")
        #expect(request.headers["Authorization"] == "Bearer canary" && request.secrets == ["canary"])
        let emulator = try SourceProbe("account-id", ["project": "demo"], variables: variables).request(query: "taro")
        #expect(emulator.url == "http://localhost:8080/v1/" + Self.prefix + "taro")
        #expect(emulator.headers.fields.isEmpty)
    }

    @Test func readsWhetherTheNameIsFree() throws {
        #expect(
            try accounts.page(Self.free, status: 404, query: "taro").get()
                == Page(
                    items: [
                        Item(
                            id: "taro", title: "taro", insert: "taro", kind: .name,
                            fields: ["available": true, "message": "このアカウントIDは使用できます。"])
                    ], total: 1))
        #expect(
            try accounts.page(Self.taken, query: "taro").get().items.first?.fields
                == ["available": false, "message": "このアカウントIDは現在使用されています。"])
        let english = try SourceProbe("account-id", ["project": "demo", "language": "en"])
        #expect(
            try english.page(Self.free, status: 404, query: "taro").get().items.first?.fields["message"]
                == "This account ID is available.")
        #expect(
            try english.detail(Self.taken, id: "taro").get().text == "This account ID is already taken.")
    }

    @Test(arguments: [
        (
            404, notFound("The database (default) does not exist for project demo"), SourceError.Kind.config,
            "https://firestore.googleapis.com has no such database: The database (default) does not exist for project demo"
        ),
        (
            404, "<html>404</html>", .config,
            "https://firestore.googleapis.com has no such database: status 404 without a message"
        ),
        (404, "", .config, "https://firestore.googleapis.com has no such database: status 404 without a message"),
        (
            403, #"{"error":{"code":403,"message":"Missing or insufficient permissions."}}"#, .auth,
            "https://firestore.googleapis.com answered with status 403: access refused: Missing or insufficient permissions."
        ),
        (
            429, "{}", .rateLimited, "https://firestore.googleapis.com answered with status 429: too many requests"
        ),
        (500, "", .http, "https://firestore.googleapis.com answered with status 500"),
        (204, "", .http, "https://firestore.googleapis.com answered with status 204"),
        (
            200, "{}", .decode,
            "https://firestore.googleapis.com answered wrongly: name must be a string, but it is missing"
        ),
        (
            200, #"{"name":"projects/demo/databases/(default)/documents/accounts/jiro"}"#, .decode,
            "https://firestore.googleapis.com answered wrongly: name must be the name of the requested document, not a string"
        ),
    ])
    func anyOtherAnswerIsAnErrorNotAFreeName(_ status: Int, _ body: String, _ kind: SourceError.Kind, _ message: String)
    {
        let error = accounts.page(body, status: status, query: "taro").error
        #expect(error?.kind == kind)
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("a/b", "it contains a /"), (".", "it is a path"), ("..", "it is a path"),
        ("__x__", "names like __this__ are reserved"), ("____", "names like __this__ are reserved"),
        (String(repeating: "あ", count: 501), "it is longer than 1500 bytes"),
    ])
    func anInvalidNameIsAnErrorWithoutARequest(_ name: String, _ why: String) {
        guard case .known(.failure(let error)) = accounts.source.page(PageRequest(query: name)) else {
            Issue.record("a request is made")
            return
        }
        #expect(error.kind == .source && error.message == "\"\(name.prefix(40))\" cannot be an account ID: \(why)")
    }

    @Test func namesJustWithinTheLimitsAreValid() throws {
        for name in ["a.", "...", "__x", "___", String(repeating: "a", count: 1500)] {
            #expect(throws: Never.self) { try accounts.request(query: name) }
        }
    }

    @Test func withoutAProjectItSaysWhatIsMissing() throws {
        let probe = try SourceProbe("account-id")
        #expect(probe.source.info.missing == ["account-id.project"])
        #expect(probe.page().error?.kind == .config)
        #expect(
            probe.page().error?.message
                == "Account IDs: no Firebase project is set: set account-id.project")
    }

    @Test(
        arguments: [
            (
                ["collection": "a/b"], [:], "collection",
                "must be a collection, like `accounts` or `teams/red/members`, not \"a/b\""
            ),
            (
                ["collection": ""], [:], "collection",
                "must be a collection, like `accounts` or `teams/red/members`, not \"\""
            ),
            (["language": "fr"], [:], "language", "must be `ja` or `en`, not \"fr\""),
            (
                [:], ["FIRESTORE_EMULATOR_HOST": "http://x"], "emulator",
                "must be a host and a port, like `localhost:8080`, not \"http://x\""
            ),
            (
                [:], ["FIRESTORE_TOKEN": "ca\nnary"], "token",
                "must consist of ASCII letters, digits and signs, without spaces"
            ),
        ] as [([String: JSONValue], [String: String], String, String)])
    func anInvalidSettingIsNamedInTheError(
        _ settings: [String: JSONValue], _ variables: [String: String], _ name: String, _ message: String
    ) {
        do {
            _ = try SourceProbe("account-id", settings, variables: variables)
            Issue.record("it was accepted")
        } catch let error as SettingError {
            #expect(error.setting == name && error.message == message)
            #expect(error.variable == variables.keys.first)
        } catch {
            Issue.record("\(error)")
        }
    }
}
