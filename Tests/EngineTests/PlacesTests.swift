import Testing

@testable import SearchModel

/// Where the ids of a list stand, of a short one as of one that is too long for a single dictionary.
@Suite struct PlacesTests {
    @Test(arguments: [0, 20, Places.mostMoved, Places.mostMoved + 1, 2 * Places.mostMoved + 1, 9 * Places.mostMoved])
    func eachIdStandsWhereItCameFirst(count: Int) {
        var places = Places()
        let areNew = (0..<count).filter { places.note("id \($0)", at: $0) }.count
        let areNewAgain = (0..<count).filter { places.note("id \($0)", at: -1) }.count
        #expect((areNew, areNewAgain) == (count, 0))
        #expect((0..<count).allSatisfy { places["id \($0)"] == $0 } && places["id \(count)"] == nil)
    }

    @Test func whatIsForgottenMayComeAgain() {
        var places = Places()
        for place in 0..<2 * Places.mostMoved { _ = places.note("id \(place)", at: place) }
        places.removeAll()
        #expect(places["id 0"] == nil && places["id \(2 * Places.mostMoved - 1)"] == nil)
        let isNew = places.note("id 7", at: 0)
        #expect(isNew && places["id 7"] == 0)
    }

    @Test func idsAreTheirBytes() {
        var places = Places()
        let areNew = [places.note("\u{e9}", at: 0), places.note("e\u{301}", at: 1)]
        #expect(areNew == [true, true] && places["\u{e9}"] == 0 && places["e\u{301}"] == 1)
    }
}
