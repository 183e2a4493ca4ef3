import BuiltinSources
import HTTP
import SearchSource
import SourceProbes
import Testing

/// `yahoo-images`, tested with prepared answers: what it requests, and what it finds in pages.
@Suite struct YahooImagesTests {
    let yahoo: SourceProbe

    init() throws { yahoo = try SourceProbe("yahoo-images", contact: "mailto:me@example.org") }

    func found(_ page: String) throws -> [String] {
        try yahoo.page(page).get().items.map { "\($0.id) \($0.title)" }
    }

    @Test func asksForOnePageWithoutCompression() throws {
        let request = try yahoo.request(query: "猫 ｶﾜｲｲ")
        #expect(
            request.url
                == "https://search.yahoo.co.jp/image/search?n=60&p=%E7%8C%AB%20%EF%BD%B6%EF%BE%9C%EF%BD%B2%EF%BD%B2")
        #expect(!request.acceptsCompression)
        let info = yahoo.source.info
        #expect(info.pacing.trigger == .submit && info.pacing.minLength == 3 && info.missing.isEmpty)
    }

    @Test func withoutAContactItSaysWhatIsMissing() throws {
        let probe = try SourceProbe("yahoo-images")
        #expect(probe.source.info.missing == ["http.contact"])
        #expect(probe.page().error?.kind == .config)
        #expect(
            probe.page().error?.message == "Yahoo! JAPAN images requires a contact address: set "
                + "http.contact to your e-mail address or URL")
    }

    @Test func onlyImageTagsWithTheServicesURLPrefixAreItems() throws {
        let page = """
            <!DOCTYPE html><html><head><title><img src="https://msp.c.yimg.jp/title" alt=no></title>
            <style>a{background:url(<img src="https://msp.c.yimg.jp/style">)}</style></head><body>
            <!-- <img src="https://msp.c.yimg.jp/comment"> -->
            <script>var a = '<img src="https://msp.c.yimg.jp/script">';</script>
            <img src="https://s.yimg.jp/logo.png" alt="Yahoo! JAPAN"><img alt="no source"><img>
            <img src="https://msp.c.yimg.jp/1?a=b&amp;c=d" alt="猫 &amp; &quot;犬&quot;">
            <IMG ALT='two' SRC='https://msp.c.yimg.jp/2'/><img alt=three src=https://msp.c.yimg.jp/3>
            <img src = "
              https://msp.c.yimg.jp/4  4
            .jpg &#1;" alt="  a
              b ">
            <img src="https://msp.c.yimg.jp/5"><img src="https://msp.c.yimg.jp/6" src="https://msp.c.yimg.jp/7" alt>
            <textarea><img src="https://msp.c.yimg.jp/textarea"></textarea>
            <noscript><img src="https://msp.c.yimg.jp/8" alt="eight"></noscript>
            <img data-src="https://msp.c.yimg.jp/lazy" alt=no><image src="https://msp.c.yimg.jp/svg">
            <img src="https://msp.c.yimg.jp/cut
            """
        #expect(
            try found(page) == [
                "https://msp.c.yimg.jp/1?a=b&c=d 猫 & \"犬\"", "https://msp.c.yimg.jp/2 two",
                "https://msp.c.yimg.jp/3 three", "https://msp.c.yimg.jp/4  4.jpg a b", "https://msp.c.yimg.jp/5 ",
                "https://msp.c.yimg.jp/6 ", "https://msp.c.yimg.jp/8 eight",
            ])
        let read = try yahoo.page(page).get()
        #expect(read.next == nil && read.items[1].image == "https://msp.c.yimg.jp/2")
    }

    @Test func thePrefixCanBeSet() throws {
        let probe = try SourceProbe("yahoo-images", ["imagePrefix": "http://localhost/i/"], contact: "x")
        let page = try probe.page("<img src=http://localhost/i/1 alt=a><img src=https://msp.c.yimg.jp/2>").get()
        #expect(page.items.map(\.id) == ["http://localhost/i/1"])
    }

    @Test func aPageWithoutPicturesIsAnEmptyList() throws {
        #expect(try yahoo.page("<html><body><p>一致する画像は見つかりませんでした。</p></body></html>").get() == Page(items: []))
    }

    @Test(arguments: [204, 302, 403, 404, 429, 500, 503])
    func anyStatusOtherThan200IsAnError(_ status: Int) {
        let page = #"<img src="https://msp.c.yimg.jp/1" alt="a">"#
        #expect(yahoo.page(page, status: status).error?.httpStatus == status)
    }

    @Test func anAnswerThatIsNotHTMLOrIsEmptyIsAnError() {
        let json = yahoo.page("{}", headers: ["Content-Type": "application/json"]).error
        #expect(json?.kind == .decode)
        #expect(json?.message == "https://search.yahoo.co.jp answered with application/json, not with a page of HTML")
        #expect(yahoo.page("", headers: ["Content-Type": "text/html; charset=UTF-8"]).error?.kind == .decode)
        #expect(yahoo.page("<p>", headers: ["Content-Type": "TEXT/HTML"]).error == nil)
    }

    @Test func aDetailIsMadeFromTheItemWithoutARequest() {
        let item = Item(id: "https://msp.c.yimg.jp/1", title: "猫")
        guard case .known(.success(let detail)) = yahoo.source.detail(DetailRequest(id: item.id, item: item)) else {
            Issue.record("a request is made")
            return
        }
        #expect(detail == Detail(id: item.id, title: "猫", text: "猫", url: item.id, image: item.id))
        #expect(yahoo.detail(id: "https://example.org/").error?.isNoSuchItem == true)
    }
}
