import BuiltinSources
import HTTP
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// `hotpepper`, tested with prepared answers: what it requests, and how it reads the service's answers.
@Suite struct HotPepperTests {
    let hotPepper: SourceProbe

    init() throws { hotPepper = try SourceProbe("hotpepper", variables: ["HOTPEPPER_API_KEY": "canary"]) }

    static let shop = """
        {"id":"J001","name":"焼肉 たけ","address":"東京都千代田区１−２","genre":{"name":"焼肉・ホルモン","code":"G008"},
         "budget":{"name":"3001～4000円","average":"3500円（通常平均）"},"capacity":50,"open":"月～金: 17:00～23:00\\n土: 12:00～",
         "close":"日","urls":{"pc":"https://www.hotpepper.jp/strJ001/?vos=x"},
         "photo":{"pc":{"l":"https://imgfp.hotp.jp/l.jpg","m":"m","s":"s"}},"logo_image":"logo"}
        """

    func answer(_ shops: [String], available: String = "41", returned: String = "\"20\"") -> String {
        #"{"results":{"api_version":"1.26","results_available":\#(available),"results_returned":\#(returned),"#
            + #""results_start":1,"shop":[\#(shops.joined(separator: ","))]}}"#
    }

    @Test func requestsPagesByStartIndex() throws {
        let url = "https://webservice.recruit.co.jp/hotpepper/gourmet/v1/?key=canary"
        let first = try hotPepper.request(query: "焼肉 ＡＢＣ")
        #expect(
            first.url == url + "&keyword=%E7%84%BC%E8%82%89%20%EF%BC%A1%EF%BC%A2%EF%BC%A3&start=1&count=20&format=json")
        #expect(first.secrets == ["canary"])
        #expect(
            try hotPepper.request(query: "x", cursor: Cursor("21"), pageSize: 200).url
                == url + "&keyword=x&start=21&count=100&format=json")
        #expect(try hotPepper.request(detail: "J001").url == url + "&id=J001&format=json")
    }

    @Test func searchesOnSubmitAndAcceptsOneCharacter() {
        let info = hotPepper.source.info
        #expect(info.pacing.trigger == .submit && info.pacing.minLength == 1 && info.missing.isEmpty)
        #expect(info.attribution == "Powered by ホットペッパーグルメ Webサービス")
    }

    @Test func anImpossibleCountEndsTheList() throws {
        for (available, returned) in [
            ("41", "\"9223372036854775807\""), ("9223372036854775807", "9223372036854775807"),
            ("-9223372036854775808", "1"),
        ] {
            #expect(try hotPepper.page(answer([Self.shop], available: available, returned: returned)).get().next == nil)
        }
    }

    @Test func withoutAKeyItSaysWhichVariableIsMissing() throws {
        let probe = try SourceProbe("hotpepper")
        #expect(probe.source.info.missing == ["HOTPEPPER_API_KEY"])
        for error in [probe.page().error, probe.detail(id: "J001").error] {
            #expect(error?.kind == .config)
            #expect(
                error?.message == "Hot Pepper Gourmet needs a key: set the environment variable HOTPEPPER_API_KEY, or "
                    + "`key` in the configuration file")
        }
    }

    @Test func readsRowsReadyForDisplay() throws {
        let page = try hotPepper.page(answer([Self.shop, #"{"id":"J002","name":"鮨"}"#])).get()
        #expect(page.next == Cursor("21") && page.total == 41)
        #expect(
            page.items == [
                Item(
                    id: "J001", title: "焼肉 たけ", url: "https://www.hotpepper.jp/strJ001/?vos=x",
                    image: "https://imgfp.hotp.jp/l.jpg", insert: "https://www.hotpepper.jp/strJ001/?vos=x",
                    kind: .place,
                    fields: [
                        "address": "東京都千代田区１−２", "genre": "焼肉・ホルモン", "budget": "3500円（通常平均）",
                        "capacity": "50席", "open": "月～金: 17:00～23:00 土: 12:00～", "close": "日",
                    ]),
                Item(
                    id: "J002", title: "鮨", kind: .place,
                    fields: ["address": "", "genre": "", "budget": "", "capacity": "", "open": "", "close": ""]),
            ])
    }

    @Test(arguments: [
        ("\"50\"", "50席"), ("50", "50席"), ("\"\"", ""), ("null", ""), ("\"約50名\"", "約50名"), ("\" 50 \"", "50席"),
    ])
    func theCapacityIsReadInAllItsForms(_ value: String, _ shown: String) throws {
        let page = try hotPepper.page(answer([#"{"id":"J","name":"n","capacity":\#(value)}"#])).get()
        #expect(page.items.first?.fields["capacity"] == .text(shown))
    }

    @Test func theListEndsWhenNoMoreShopsAreAvailable() throws {
        #expect(try hotPepper.page(answer([Self.shop], available: "20")).get().next == nil)
        #expect(try hotPepper.page(answer([Self.shop], available: "21")).get().next == Cursor("21"))
        let last = try hotPepper.page(answer([Self.shop], returned: "\"1\""), cursor: Cursor("41")).get()
        #expect(last.next == nil)
        #expect(
            try hotPepper.page(answer([], available: "0", returned: "\"0\"")).get() == Page(items: [], total: 0))
        #expect(try hotPepper.page(answer([Self.shop], returned: "20")).get().next == Cursor("21"))
    }

    @Test(arguments: [
        (2000, SourceError.Kind.auth, false), (1000, .source, true), (3000, .source, false),
    ])
    func anErrorWithStatus200IsStillAnError(_ code: Int, _ kind: SourceError.Kind, _ isRetryable: Bool) {
        let body =
            #"{"results":{"api_version":"1.26","error":[{"code":\#(code),"message":"APIキーまたはIPアドレスの認証エラーです。"}]}}"#
        let error = hotPepper.page(body).error
        #expect(error?.kind == kind && error?.isRetryable == isRetryable && error?.httpStatus == 200)
        #expect(
            error?.message
                == "https://webservice.recruit.co.jp reports \(code): APIキーまたはIPアドレスの認証エラーです。")
    }

    @Test(arguments: [
        ("[]", "the answer must be an object, not an array"),
        (#"{"results":[]}"#, "results must be an object, not an array"),
        ("{}", "results.shop must be an array, but it is missing"),
        (#"{"results":{"shop":{}}}"#, "results.shop must be an array, not an object"),
        (#"{"results":{"shop":[{"id":"J"}]}}"#, "results.shop[0].name must be a string, but it is missing"),
        (#"{"results":{"shop":[{"id":"J","name":null}]}}"#, "results.shop[0].name must be a string, not null"),
        (#"{"results":{"shop":[{"id":1,"name":"n"}]}}"#, "results.shop[0].id must be a string, not a number"),
        (
            #"{"results":{"shop":[{"id":"J","name":"n","genre":[]}]}}"#,
            "results.shop[0].genre must be an object, not an array"
        ),
        (
            #"{"results":{"shop":[{"id":"J","name":"n","open":{}}]}}"#,
            "results.shop[0].open must be a string or a number, not an object"
        ),
        (
            #"{"results":{"shop":[],"results_available":"x"}}"#,
            "results.results_available must be a whole number, not a string"
        ),
        (
            #"{"results":{"shop":[],"results_available":1,"results_returned":"-1"}}"#,
            "results.results_returned must be a number, not a string"
        ),
    ])
    func aMalformedAnswerIsAnErrorThatNamesThePlace(_ body: String, _ message: String) {
        let error = hotPepper.page(body).error
        #expect(error?.kind == .decode)
        #expect(error?.message == "https://webservice.recruit.co.jp answered wrongly: \(message)")
    }

    @Test func readsADetail() throws {
        let detail = try hotPepper.detail(answer([Self.shop]), id: "J001").get()
        #expect(detail.title == "焼肉 たけ" && detail.url != nil && detail.fields["capacity"] == "50席")
        #expect(
            detail.text == """
                ジャンル: 焼肉・ホルモン
                住所: 東京都千代田区１−２
                予算: 3500円（通常平均）
                席数: 50席
                営業時間: 月～金: 17:00～23:00 土: 12:00～
                定休日: 日
                """)
        #expect(hotPepper.detail(answer([]), id: "J9").error?.isNoSuchItem == true)
        #expect(hotPepper.detail(answer([Self.shop]), id: "J9").error?.isNoSuchItem == true)
    }
}
