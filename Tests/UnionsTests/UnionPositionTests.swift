import JSON
import SearchSource
import TestSupport
import Testing

@testable import Unions

@Suite struct UnionPositionTests {
    static let names = ["a", "b", "c", "d", "e"]
    static let position = UnionPosition(
        [
            .new, .more(Cursor("2\u{0}\"é")), .late(LateWork(7), from: Cursor("3")),
            .failed(SourceError(.timeout, "no \"answer\"", isRetryable: true), from: nil), .over,
        ], totals: [nil, 0, (1 << 53) - 1, 5, 6], wish: .next)

    /// Returns the position in the text of a cursor that comes back from outside; nil if it contains none.
    func read(_ text: String, of names: [String] = names) -> UnionPosition? {
        UnionPosition(Cursor(text), of: names)
    }

    @Test(arguments: [UnionPosition.Wish.next, .again])
    func theCursorTextHoldsTheWholePosition(wish: UnionPosition.Wish) throws {
        let text = try #require(Self.position.cursor(wish, named: Self.names)).text
        let read = try #require(self.read(text))
        #expect(read.cursor(wish, named: Self.names)?.text == text)
        #expect(read.wish == wish && read.totals == Self.position.totals)
        #expect(read.asked == (wish == .next ? [0, 1, 2] : [2, 3]))
        #expect(read.states.map(\.cursor) == Self.position.states.map(\.cursor))
        // Work that was running for one list must not be mistaken for that of another.
        #expect(read.states[2].late == LateWork(0))
    }

    @Test func aCursorKeptInMemoryRetainsItsLateWork() throws {
        let cursor = try #require(Self.position.cursor(.next, named: Self.names))
        #expect(UnionPosition(cursor, of: Self.names)?.states[2].late == LateWork(7))
    }

    @Test func thereIsNoCursorIfItWouldAskNoSource() {
        #expect(UnionPosition([.over, .over]).cursor(.next, named: ["a", "b"]) == nil)
        #expect(UnionPosition([.new, .over]).cursor(.again, named: ["a", "b"]) == nil)
    }

    @Test func aCursorTextOfAnotherUnionIsRefused() throws {
        let text = try #require(Self.position.cursor(.next, named: Self.names)).text
        #expect(read(text, of: ["a", "b", "c", "d"]) == nil)
        #expect(read(text, of: ["a", "b", "c", "d", "f"]) == nil)
        #expect(read(text, of: ["b", "a", "c", "d", "e"]) == nil)
    }

    static let block = #"{"name":"a","state":"more","from":"20","total":3}"#

    @Test(
        arguments: [
            "", "20", "[]", #"{"union":1,"wish":"next","of":[]}"#, #"{"union":2,"wish":"next","of":[\#(block)]}"#,
            #"{"union":"1","wish":"next","of":[\#(block)]}"#, #"{"union":1,"wish":"all","of":[\#(block)]}"#,
            #"{"union":1,"wish":"next","of":[\#(block),\#(block)]}"#, #"{"union":1,"wish":"next","of":[20]}"#,
            #"{"union":1,"wish":"again","of":[\#(block)]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"more"}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"more","from":20}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"none","from":"20"}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"new","from":"20"}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"over"}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"more","from":"20","total":-1}]}"#,
            #"{"union":1,"wish":"next","of":[{"name":"a","state":"more","from":"20","total":9007199254740992}]}"#,
            #"{"union":1,"wish":"again","of":[{"name":"a","state":"failed","kind":"","message":"","retryable":true}]}"#,
            #"{"union":1,"wish":"again","of":[{"name":"a","state":"failed","kind":"http","retryable":true}]}"#,
        ])
    func aMalformedCursorTextIsRefused(text: String) throws {
        #expect(read(text, of: ["a"]) == nil)
        let union = try UnionSource([FakeSource(name: "a")])
        guard case .known(.failure(let error)) = union.page(PageRequest(query: "q", cursor: Cursor(text))) else {
            Issue.record("it was not refused")
            return
        }
        #expect(error.message == "the cursor is not one of the union a" && !error.isRetryable)
    }

    @Test func aWellFormedCursorTextIsAccepted() {
        #expect(read(#"{"union":1,"wish":"next","of":[\#(Self.block)]}"#, of: ["a"]) != nil)
    }

    @Test func aTotalThatIsTooLargeForClientsIsOmitted() throws {
        let most = (1 << 53) - 1
        let page = Page(items: [Item(id: "1", title: "1")], total: most)
        let blocks = ["a", "b"].map { FakeSource(name: $0).info }
        for (count, total) in [(1, most as Int?), (2, nil)] {
            let position = UnionPosition([.new, count == 1 ? .over : .new])
            let outcomes = (0..<count).map { ($0, ShareOutcome.ended(.success(page))) }
            #expect(try position.page(behind: outcomes, of: blocks).get().total == total)
        }
    }
}
