import SearchSource
import Testing

@Suite struct LocationTests {
    @Test func invalidLinesAndColumnsAreLeftOut() {
        let location = Location(path: "a", line: 0, column: 4)
        #expect(location.line == nil && location.column == nil, "a column means nothing without a line")
        #expect(Location(path: "a", line: 1, column: -1).column == nil)
        #expect(Location(path: "a", line: .max).line == nil, "not every client can represent it")
        #expect(Location(path: "a", line: 1, column: 2) == Location(path: "a", line: 1, column: 2))
    }

    @Test func pathsAreComparedByTheirBytes() {
        #expect(Location(path: "\u{E9}") != Location(path: "e\u{301}"))
    }
}
