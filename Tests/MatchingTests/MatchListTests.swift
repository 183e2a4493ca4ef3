import Testing

@testable import Matching

@Suite struct MatchListTests {
    @Test func textsComeBackAsTheyWere() {
        let texts = [
            "", "Swift", "  ", "Ｆｕｌｌ　ｗｉｄｔｈ", "Crème brûlée", "ｶﾞｷﾞｸﾞ", "が", "e\u{301}\u{316}", "日本語", "\0\n\r", "👩‍🚀", "Ω",
        ]
        var list = MatchList()
        list.append(contentsOf: texts)
        #expect(list.count == texts.count)
        #expect(texts.indices.map { Array(list.text($0).utf8) } == texts.map { Array($0.utf8) })
        #expect(list.text(-1) == "" && list.text(texts.count) == "")
    }
}
