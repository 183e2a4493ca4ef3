import JSON
import Testing

@Suite struct JSONDocumentTests {
    /// Returns the text of the value at `path`, byte for byte; nil if there is none that can be read.
    func place(_ text: String, _ path: [String]) -> String? {
        let document = JSONDocument.beginning(of: Array(text.utf8)).document
        return Self.node(path, in: document).flatMap { document.range($0) }.map {
            String(decoding: document.bytes[$0], as: UTF8.self)
        }
    }

    /// Returns the value at a path of member names and array indices; nil if there is none.
    static func node(_ path: [String], in document: JSONDocument) -> JSONDocument.Node? {
        var node: JSONDocument.Node? = document.root
        for step in path {
            node = node.flatMap { node in
                guard document.kind(node) == .array else { return document.member(named: step, of: node) }
                return document.elements(of: node).enumerated().first { String($0.offset) == step }?.element
            }
        }
        return node
    }

    @Test func valuesAreFoundByPathByteForByte() {
        let text = #"{"id":1.0,"x":{"id":2,"y":{"id":3}},"z":[ [] , "\u0031",{"a":null}]}"#
        #expect(place(text, []) == text)
        #expect(place(text, ["id"]) == "1.0" && place(text, ["x", "id"]) == "2")
        #expect(place(text, ["x", "y", "id"]) == "3")
        #expect(place(text, ["z", "0"]) == "[]" && place(text, ["z", "1"]) == #""\u0031""#)
        #expect(place(text, ["z", "2", "a"]) == "null")
        for nowhere in [["y"], ["x", "z"], ["z", "3"], ["z", "-1"], ["z", "x"], ["id", "0"], ["z", "0", "0"]] {
            #expect(place(text, nowhere) == nil)
        }
    }

    @Test func theLaterOfTwoMembersWithTheSameNameIsFound() {
        #expect(place(#"{"id": "\u0031" ,"id":null}"#, ["id"]) == "null")
        #expect(place(#"{"id":1,"\u0069d":2}"#, ["id"]) == "2")
        #expect(place(#"{"\n":1}"#, ["\n"]) == "1" && place(#"{"\n":1}"#, [#"\n"#]) == nil)
    }

    @Test func severalMembersAreFoundAtOnce() throws {
        let document = try JSONDocument(Array(#"{"ab":1,"cd":2,"":3,"\u0061b":4,"abc":5,"e\u0301":6}"#.utf8))
        func integers(_ names: [String]) -> [Int?] {
            document.members(MemberNames(names), of: document.root).map { $0.flatMap { document.integer($0) } }
        }
        #expect(integers(["cd", "ab", "xy", "", "e\u{301}", "\u{E9}"]) == [2, 4, nil, 3, 6, nil])
        #expect(integers([]) == [])
        let array = try JSONDocument(Array(#"["ab",1]"#.utf8))
        #expect(array.members(MemberNames(["ab"]), of: array.root).allSatisfy { $0 == nil })
    }

    @Test func aNameIsFoundAmongOthersByItsBytes() {
        let names = MemberNames(["ab", "", "a", "é", "ba"])
        #expect(["ab", "", "a", "é", "ba"].map(names.place) == [0, 1, 2, 3, 4])
        #expect(["b", "bb", "abc", "e\u{301}"].allSatisfy { names.place(of: $0) == nil })
        #expect(MemberNames([]).place(of: "a") == nil)
    }

    @Test func aValueIsReturnedAsItWasWritten() throws {
        let values = [#""a\u0062→""#, "1.50e2", "null", "true", "[1, 2]", #"{"a" : 1}"#]
        let document = try JSONDocument(Array("[\(values.joined(separator: " , "))]".utf8))
        #expect(document.elements(of: document.root).map(document.text) == values)
        #expect(JSONDocument.beginning(of: Array("[1".utf8)).document.text(document.root) == nil)
    }

    @Test func membersAreVisitedInOrderAndDistinguishedByName() throws {
        let text = #"{"id":1,"na\u006de":"x","id":[2],"idx":{"id":3},"":4,"\n":null,"競走":5}"#
        let document = try JSONDocument(Array(text.utf8))
        var visited: [String] = []
        document.forEachMember(of: document.root) { name, value in
            let what =
                switch name {
                case "id": "id"
                case "name": "name"
                case "": "nothing"
                case "\n": "a line feed"
                case "競走": "競走"
                default: "other"
                }
            visited.append(
                what + "=" + (document.range(value).map { String(decoding: document.bytes[$0], as: UTF8.self) } ?? ""))
        }
        #expect(
            visited == [
                "id=1", #"name="x""#, "id=[2]", #"other={"id":3}"#, "nothing=4", "a line feed=null", "競走=5",
            ])
    }

    @Test func valuesWithoutCompleteMembersHaveNoneToVisit() {
        for text in ["[1]", #""a""#, "1", "null", "", "{}", #"{"a""#, #"{"a":"#, #"{"a":["#] {
            let document = JSONDocument.beginning(of: Array(text.utf8)).document
            document.forEachMember(of: document.root) { _, _ in Issue.record("\(text)") }
        }
    }

    @Test func namesAreEqualOnlyIfTheirBytesAre() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(place(text, ["\u{E9}"]) == "1" && place(text, ["e\u{301}"]) == "2")
        #expect(try JSONParser.parse(Array(text.utf8)).object?.members.count == 2)
    }

    @Test func valuesBeforeAFaultCanBeRead() {
        #expect(place(#"{"id":7,"method":[["#, ["id"]) == "7")
        #expect(place(#"{"id":7,"method":[[1,2],[x"#, ["method", "0", "1"]) == nil)
        #expect(place(#"[{"id":7},{"id":8,"x":"#, ["0", "id"]) == "7")
        #expect(place(#"[{"id":7},{"id":8,"x":"#, ["1", "id"]) == nil)
        #expect(place(#"{"id""#, ["id"]) == nil && place(#"{"id":"x"#, ["id"]) == nil && place("", []) == nil)
    }

    @Test func numbersWithAWholeValueAreReadAsIntegers() throws {
        for (text, integer) in [
            ("0", 0), ("-0", 0), ("787", 787), ("-12", -12), ("20.0", 20), ("2e1", 20), ("20.5", nil), ("1e999", nil),
            ("99999999999999999", 99_999_999_999_999_999), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min), ("9223372036854775808", nil), ("12345678901234567890", nil),
        ] as [(String, Int?)] {
            let document = try JSONDocument(Array(text.utf8))
            #expect(document.integer(document.root) == integer, "\(text)")
            #expect(document.number(document.root)?.integer == integer, "\(text)")
        }
    }

    @Test func thePathToAValueIsReturned() throws {
        let document = try JSONDocument(Array(#"{"a":[1,{"b~":[[],true]}],"c":{}}"#.utf8))
        func way(_ path: [String]) -> [JSONDocument.Step]? {
            Self.node(path, in: document).map { document.path(to: $0) }
        }
        #expect(way([]) == [])
        #expect(way(["c"]) == [.member("c")])
        #expect(way(["a", "1", "b~", "0"]) == [.member("a"), .element(1), .member("b~"), .element(0)])
        #expect(way(["a", "1", "b~", "1"]) == [.member("a"), .element(1), .member("b~"), .element(1)])
    }

    @Test func aPathIsFollowedAsFarAsItLeads() throws {
        let document = try JSONDocument(Array(#"{"a":[1,{"b":2}],"a":[3,{"b":4}]}"#.utf8))
        func integer(_ path: [JSONDocument.Step]) -> Int? {
            document.integer(document.node(from: document.root, asFarAs: path))
        }
        #expect(integer([.member("a"), .element(0)]) == 3)
        #expect(integer([.member("a"), .element(1), .member("b")]) == 4)
        #expect(integer([.member("a"), .element(0), .member("b")]) == 3)
        #expect(document.kind(document.node(from: document.root, asFarAs: [.member("a"), .element(7)])) == .array)
        #expect([JSONDocument.Step.member("a"), .element(1), .member("b")].words == "a[1].b")
    }

    @Test func theNumberOfValuesAndNamesIsLimited() throws {
        for (text, count) in [("1", 1), ("[]", 1), ("[1,2,3]", 4), (#"{"a":1}"#, 3), (#"[1,{"a":2}]"#, 5)] {
            #expect(throws: Never.self) { try JSONDocument(Array(text.utf8), maximumCount: count) }
            do {
                _ = try JSONDocument(Array(text.utf8), maximumCount: count - 1)
                Issue.record("\(text) was read")
            } catch {
                #expect(error.description.hasPrefix("more than \(count - 1) values and names"))
            }
        }
    }
}
