import SearchSource
import Testing

@Suite struct FieldsTests {
    @Test func fieldsStayInOrder() {
        let fields: Fields = ["b": "text", "": 1, "a": true, "none": "", "least": -9_007_199_254_740_991]
        #expect(fields.fields.map(\.name) == ["b", "", "a", "none", "least"])
        #expect(fields.fields.map(\.value) == ["text", 1, true, "", -9_007_199_254_740_991])
        #expect(fields["none"] == "" && fields[""] == 1 && fields["c"] == nil)
    }

    @Test func theLastOfSeveralFieldsWithTheSameNameCounts() {
        let fields: Fields = ["a": "long enough to be on the heap", "b": 2, "a": 1]
        #expect(fields == ["a": 1, "b": 2])
    }

    @Test func anIntegerThatNotEveryClientCanRepresentIsLeftOut() {
        var fields: Fields = ["a": 9_007_199_254_740_992, "b": .integer(.min), "c": 3]
        #expect(fields == ["c": 3])
        fields["c"] = .integer(.max)
        #expect(fields == [:])
    }

    @Test func namesAreComparedByTheirBytes() {
        let fields: Fields = ["\u{e9}": 1, "e\u{301}": 2]
        #expect(fields.fields.count == 2 && fields["\u{e9}"] == 1)
        #expect(fields != ["e\u{301}": 1, "\u{e9}": 2])
    }

    /// Compares fields with a plain list of them.
    @Test func fieldsAgreeWithAPlainListAfterRandomChanges() {
        var random = SystemRandomNumberGenerator()
        let names = ["", "a", "ab", "a\u{0}", "→", String(repeating: "long ", count: 60)]
        let values: [Fields.Value?] = [
            nil, "", "text", "\u{ff}→", .text(String(repeating: "long ", count: 60)), 0, -1, true, false,
        ]
        var fields: Fields = [:]
        var expected: [(name: String, value: Fields.Value)] = []
        for _ in 1...5_000 {
            let (name, value) = (names.randomElement(using: &random)!, values.randomElement(using: &random)!)
            fields[name] = value
            let index = expected.firstIndex { $0.name == name }
            switch (index, value) {
            case (let index?, let value?): expected[index].value = value
            case (let index?, nil): expected.remove(at: index)
            case (nil, let value?): expected.append((name, value))
            case (nil, nil): break
            }
            #expect(fields.fields.map(\.name) == expected.map(\.name))
            #expect(fields.fields.map(\.value) == expected.map(\.value))
            #expect(fields[name] == value)
        }
    }
}
