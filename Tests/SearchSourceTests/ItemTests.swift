import SearchSource
import Testing

/// Results are the same only if all their bytes are the same: otherwise the list is read again.
@Suite struct ItemTests {
    /// é as one code point and as two.
    private static let (one, two) = ("\u{E9}", "e\u{301}")

    /// Functions that return an item with a given string in one of its members.
    private static let changes: [@Sendable (String) -> Item] = [
        { Item(id: $0, title: "t") },
        { Item(id: "i", title: $0) },
        { Item(id: "i", title: "t", snippet: ["", $0, ""]) },
        { Item(id: "i", title: "t", url: $0) },
        { Item(id: "i", title: "t", image: $0) },
        { Item(id: "i", title: "t", insert: $0) },
        { Item(id: "i", title: "t", kind: ItemKind(rawValue: $0)) },
        { Item(id: "i", title: "t", location: Location(path: $0)) },
        { Item(id: "i", title: "t", source: $0) },
        { Item(id: "i", title: "t", actions: [ItemAction(name: $0, title: "t")]) },
        { Item(id: "i", title: "t", actions: [ItemAction(name: "n", title: $0)]) },
        { Item(id: "i", title: "t", fields: [$0: true]) },
        { Item(id: "i", title: "t", fields: ["f": .text($0)]) },
    ]

    @Test(arguments: changes.indices)
    func itemsWithDifferentBytesAreDifferent(_ index: Int) {
        let item = Self.changes[index]
        #expect(Self.one == Self.two)
        #expect(item(Self.one) != item(Self.two))
        #expect(item(Self.one) == item(Self.one) && item(Self.one).hashValue == item(Self.one).hashValue)
        #expect(item(Self.one) != Item(id: "i", title: "t"))
    }

    /// New members have to be compared and added to `changes`.
    @Test func allMembersAreCompared() {
        #expect(Mirror(reflecting: Item(id: "i", title: "t")).children.count == 11)
        #expect(Mirror(reflecting: SourceError(.source, "e")).children.count == 8)
    }

    @Test func itemsWithDifferentFieldValuesAreDifferent() {
        let item = Item(id: "i", title: "t", fields: ["f": 1])
        for other: Fields.Value in [2, true, "1"] { #expect(item != Item(id: "i", title: "t", fields: ["f": other])) }
    }

    @Test func errorsWithDifferentBytesAreDifferent() {
        func error(_ message: String, of source: String? = nil) -> SourceError {
            var error = SourceError(.source, message)
            error.source = source
            return error
        }
        #expect(error(Self.one) != error(Self.two) && error(Self.one) == error(Self.one))
        #expect(error("e", of: Self.one) != error("e", of: Self.two))
        #expect(error("e", of: Self.one) != error("e") && error("e", of: Self.one) == error("e", of: Self.one))
    }
}
