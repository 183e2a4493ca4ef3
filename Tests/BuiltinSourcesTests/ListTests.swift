import BuiltinSources
import Foundation
import SearchSource
import Testing

@Suite struct ListTests {
    let list: any ItemHolder

    init() throws {
        list = try #require(try SourceType.list.source().itemHolder)
    }

    private func page(
        _ query: String, _ cursor: Cursor? = nil, size: Int = 20, _ matching: MatchOptions? = nil
    ) -> Page? {
        let request = PageRequest(query: query, cursor: cursor, pageSize: size, matching: matching)
        guard case .local(let compute) = list.page(request),
            case .known(.success(let page)) = compute({ false })
        else { return nil }
        return page
    }

    @Test func idsAreMadeFromTitlesAndAreUnique() {
        let given: [GivenItem] = [.title("a"), .title("a"), .title("a#2"), .item(Item(id: "", title: "a"))]
        #expect(list.take(given, appending: false) == Holding(held: 4, dropped: 0))
        #expect(list.take([.title("a"), .item(Item(id: "a", title: "b"))], appending: true).dropped == 1)
        #expect(page("")?.items.map(\.id) == ["a", "a#2", "a#2#2", "a#3", "a#4"])
        #expect(list.take([.title("a")], appending: false) == Holding(held: 1, dropped: 0))
        #expect(page("")?.items.map(\.id) == ["a"])
    }

    /// It does not matter which member of the items is large. (The large string is in memory only once.)
    @Test func itemsBeyond512MiBOfTextAreDropped() {
        let large = String(repeating: "x", count: 64 << 20)
        let given = (0..<9).map { GivenItem.item(Item(id: "\($0)", title: "item", insert: large)) }
        #expect(list.take(given, appending: false) == Holding(held: 7, dropped: 2))
    }

    /// U+00E9, and e with U+0301: they look alike but are different ids.
    @Test func idsAreComparedByTheirBytes() {
        #expect(list.take([.title("\u{E9}"), .title("e\u{301}")], appending: false).held == 2)
        #expect(page("")?.items.map { $0.id.unicodeScalars.count } == [1, 2])
    }

    /// Items are added in pieces, with other work in between: no piece is visible on its own.
    @Test(arguments: [true, false]) func itemsAreFoundOnlyOnceAllOfThemAreAdded(appending: Bool) {
        _ = list.take([.title("first")], appending: false)
        let given = (0..<50_000).map { GivenItem.title("item \($0)") }
        Thread { [list] in _ = list.take(given, appending: appending) }.start()
        var found: Set<Int> = [1]
        while found.count == 1 {
            found.insert(page("", size: 1)?.total ?? -1)
            guard case .known(let opened) = list.detail(DetailRequest(id: "item 7")) else { continue }
            // A page that was read before this may have come too early.
            if case .success = opened { found.insert(page("", size: 1)?.total ?? -1) }
        }
        #expect(found == [1, appending ? 50_001 : 50_000])
    }

    @Test func manyItemsCanBeFoundByTheirIDs() {
        let titles = (0..<5000).map { "item \($0 % 1000)" }
        for start in stride(from: 0, to: titles.count, by: 700) {
            let piece = titles[start..<min(start + 700, titles.count)].map(GivenItem.title)
            _ = list.take(piece, appending: start > 0)
        }
        for id in ["item 7", "item 7#2", "item 999#5"] {
            guard case .known(.success(let detail)) = list.detail(DetailRequest(id: id)) else {
                Issue.record("\(id) is not there")
                continue
            }
            #expect(detail.id == id && id.hasPrefix(detail.title))
        }
        guard case .known(.failure(let error)) = list.detail(DetailRequest(id: "item 7#6")) else {
            Issue.record("there is one too many")
            return
        }
        #expect(error.isNoSuchItem)
    }

    @Test func furtherPagesComeFromTheListAsItWasSearched() throws {
        _ = list.take((0..<50).map { .title("item \($0)") }, appending: false)
        let first = try #require(page("item", size: 20))
        #expect(first.total == 50)
        _ = list.take([.title("item")], appending: true)
        let second = try #require(page("item", first.next, size: 20))
        #expect(second.items.first?.title == "item 20" && second.total == 50)
        #expect(page("item")?.items.first?.title == "item", "a new search finds what was added")
        // Whatever was searched for since, and whether or not that search finished.
        #expect(page("4")?.total == 14)
        if case .local(let compute) = list.page(PageRequest(query: "it")) { _ = compute { true } }
        _ = list.take([], appending: false)
        #expect(page("item", first.next, size: 1)?.items.first?.title == "item 20")
    }

    @Test(
        arguments: [
            (nil, "mnc", ["main.c"]), (MatchOptions(mode: .words), "mnc", []),
            (MatchOptions(mode: .words), "^m .c$", ["main.c"]),
            (MatchOptions(syntax: .plain), "^m", ["^m"]),
            (MatchOptions(mode: .words, syntax: .plain), "C MAIN", ["main.c"]),
        ] as [(MatchOptions?, String, [String])])
    func aSessionChoosesHowItsQueryIsRead(_ matching: MatchOptions?, _ query: String, _ titles: [String]) {
        _ = list.take([.title("main.c"), .title("^m"), .title("notes")], appending: false)
        #expect(page(query, nil, size: 20, matching)?.items.map(\.title) == titles)
    }

    /// As in a replay: the position refers to the current list.
    @Test func aCursorWithoutItsListIsAPosition() {
        _ = list.take((0..<50).map { .title("item \($0)") }, appending: false)
        #expect(page("item", Cursor("20"), size: 1)?.items.first?.title == "item 20")
        #expect(page("item", Cursor("50"))?.items == [])
    }

    @Test(arguments: ["", "x", "1", "-5", "5", "9223372036854775807", "99999999999999999999"])
    func anyTextIsAcceptedAsACursor(_ text: String) {
        _ = list.take((0..<5).map { .title("item \($0)") }, appending: false)
        #expect(page("item", Cursor(text)) != nil)
    }

    @Test func aCancelledSearchLeavesNothingBehind() {
        _ = list.take((0..<5000).map { .title("item \($0)") }, appending: false)
        guard case .local(let compute) = list.page(PageRequest(query: "item")) else { return }
        guard case .known(.failure) = compute({ true }) else {
            Issue.record("it continued")
            return
        }
        #expect(page("item")?.total == 5000)
    }
}
