import Testing

@testable import SearchSource

/// The positions of ids in a list, both in a short one and in one that is stored in parts.
@Suite struct IDTableTests {
    private func idOf(_ number: Int) -> String { "id \(number)" }

    @Test(arguments: [
        0, 1, 20, IDTable.mostInOnePart, IDTable.mostInOnePart + 1, 2 * IDTable.mostInOnePart + 1,
        20 * IDTable.mostInOnePart,
    ])
    func eachIDKeepsTheIndexItWasFirstInsertedWith(count: Int) {
        var table = IDTable()
        let areNew = (0..<count).filter { table.insert(idOf($0), $0, idOf) }.count
        let areNewAgain = (0..<count).filter { table.insert(idOf($0), -1, idOf) }.count
        #expect((areNew, areNewAgain) == (count, 0))
        #expect((0..<count).allSatisfy { table.index(of: idOf($0), idOf) == $0 })
        #expect(table.index(of: idOf(count), idOf) == nil)
    }

    @Test(arguments: [0, 7, 100_000]) func reservingCapacityHasNoVisibleEffect(count: Int) {
        var table = IDTable()
        table.reserveCapacity(count)
        #expect(table.index(of: idOf(0), idOf) == nil)
        let areNew = (0..<100).filter { table.insert(idOf($0), $0, idOf) }.count
        #expect(areNew == 100 && (0..<100).allSatisfy { table.index(of: idOf($0), idOf) == $0 })
    }

    @Test func idsAreComparedByTheirBytes() {
        var table = IDTable()
        let ids = ["\u{e9}", "e\u{301}"]
        let areNew = ids.indices.map { table.insert(ids[$0], $0) { ids[$0] } }
        #expect(areNew == [true, true])
        #expect(ids.indices.allSatisfy { table.index(of: ids[$0], { ids[$0] }) == $0 })
    }
}
