import JSON
import SearchSource
import TestSupport
import Testing

@testable import BuiltinSources

/// `lines` of records: tables and JSON objects.
@Suite struct LinesRecordTests {
    let folder: FolderOfFiles

    init() throws { folder = try FolderOfFiles() }

    private func items(_ name: String, _ text: String, _ settings: [String: JSONValue] = [:]) throws -> [Item] {
        try folder.replace(name, text)
        return try folder.lines(name, settings).page(query: "").get().items
    }

    private func fault(_ name: String, _ text: String, _ settings: [String: JSONValue] = [:]) throws -> String? {
        try folder.replace(name, text)
        let error = try folder.lines(name, settings).page(query: "").error
        #expect(error?.kind == .decode)
        return error?.message.replacing(folder.path + "/", with: "")
    }

    // MARK: Tables

    @Test func theFirstLineNamesTheColumns() throws {
        let items = try items("a.csv", "\u{FEFF}name,mail,age\r\nAnn,ann@a.test,41\r\n\r\n\"Lee, Bo\",,\r\n")
        #expect(items.map(\.title) == ["Ann", "Lee, Bo"] && items.map(\.id) == ["Ann", "Lee, Bo"])
        #expect(
            items[0].fields == ["name": "Ann", "mail": "ann@a.test", "age": "41"]
                && items[1].fields == ["name": "Lee, Bo"])
        #expect(items.map(\.location) == [2, 4].map { Location(path: folder["a.csv"], line: $0) })
        #expect(items[0].insert == "Ann" && items[0].kind == .line)
    }

    @Test func columnsAreMappedToMembersOfAnItem() throws {
        let text = "key,name,note,link,pic,text,more\n7,Ann,a note,http://a.test/,p.png,hello,x\n"
        let settings: [String: JSONValue] = [
            "title": "name", "id": "key", "snippet": "note", "url": "link", "image": "pic", "insert": "text",
        ]
        let item = try #require(try items("a.csv", text, settings).first)
        #expect(
            item
                == Item(
                    id: "7", title: "Ann", snippet: ["a note"], url: "http://a.test/", image: "p.png", insert: "hello",
                    kind: .line, location: Location(path: folder["a.csv"], line: 2), fields: ["more": "x"]))
        let detail = try folder.lines("a.csv", settings).detail(id: "7").get()
        #expect(
            detail.text == "key: 7\nname: Ann\nnote: a note\nlink: http://a.test/\npic: p.png\ntext: hello\nmore: x")
        #expect(detail.url == "http://a.test/" && detail.fields == ["more": "x"])
        // Columns that are named like members need no mapping.
        #expect(try items("b.csv", "n,title,id\n1,T,i\n").map { [$0.id, $0.title] } == [["i", "T"]])
    }

    @Test func quotedValuesMayContainAnything() throws {
        let items = try items("a.csv", "a,b\n\"x \"\"y\"\",\r\nz\",1\n5\" disk,\"\"\n\"\",only\n")
        #expect(items.map(\.title) == ["x \"y\", z", "5\" disk", "only"])
        #expect(items[0].fields["a"] == "x \"y\",\nz" && items[0].id == "x \"y\", z")
        #expect(items.map { $0.location?.line } == [2, 4, 5])
    }

    @Test func inATabSeparatedTableAQuoteIsAnOrdinaryCharacter() throws {
        let items = try items("a.tsv", "name\tsize\n\"a\t3\"\nb, c\t\n")
        #expect(items.map(\.title) == ["\"a", "b, c"] && items[0].fields["size"] == "3\"")
    }

    /// In a tab-separated table no byte is a quote, not even one that never occurs in UTF-8.
    @Test func aTableInAnotherEncodingIsRead() throws {
        try folder.replace("a.tsv", Array("name\tn\n".utf8) + [0xFF, 0x79, 0x09, 0x31, 0x0A, 0x7A, 0x09, 0xFF, 0x0A])
        let items = try folder.lines("a.tsv").page(query: "").get().items
        #expect(items.map(\.title) == ["\u{FFFD}y", "z"] && items.map { $0.fields["n"] } == ["1", "\u{FFFD}"])
    }

    @Test(arguments: [
        ("a,b\n1\n", "line 2: 1 value, but the first line names 2 columns"),
        ("a,b\n1,2\n\n1,2,3\n", "line 4: 3 values, but the first line names 2 columns"),
        ("a,b\n1,\"2\n3\n", "line 2: a quote that is never closed"),
        ("a,b\n1,\"2\"3\n", "line 2: something between a closing quote and the next separator"),
        ("\"a", "line 1: a quote that is never closed"),
    ])
    func aMalformedTableIsAnErrorThatNamesTheLine(_ text: String, _ message: String) throws {
        #expect(try fault("a.csv", text) == "a.csv, " + message)
    }

    @Test func missingMalformedOrTooManyColumnsAreReported() throws {
        #expect(try fault("a.csv", "a,b\n", ["title": "name"]) == "a.csv, line 1: no column `name`; there are a, b")
        #expect(
            try fault("a.csv", "title\r1\r2\r", [:])
                == "a.csv, line 1: a carriage return in the name of a column; lines must end with LF or CRLF")
        let many = (0...1000).map(String.init).joined(separator: ",")
        #expect(try fault("a.csv", many) == "a.csv, line 1: 1001 columns; at most 1000 are allowed")
    }

    @Test func aRecordOfMoreThanAMebibyteIsAnError() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let open = "a\n\"" + String(repeating: "x\n", count: 1 << 19) + "x"
        let message = "a record of more than 1 MiB, or a quote that is never closed"
        #expect(try fault("a.csv", "a\n\(long)x\n") == "a.csv, line 2: \(message)")
        #expect(try fault("a.csv", open) == "a.csv, line 2: \(message)")
        #expect(try fault("a.jsonl", "{\"title\":\"\(long)\"}\n") == "a.jsonl, line 1: \(message)")
    }

    @Test func rowsAppendedToATableAreRead() throws {
        try folder.replace("a.csv", "name,n\nAnn,1\nBo")
        let lines = try folder.lines("a.csv")
        #expect(lines.titles() == ["error: \(folder["a.csv"]), line 3: 1 value, but the first line names 2 columns"])
        try folder.write("a.csv", ",2\n\"C")
        #expect(lines.titles() == ["error: \(folder["a.csv"]), line 4: a quote that is never closed"])
        try folder.write("a.csv", "\nD\",3")
        #expect(lines.titles() == ["Ann", "Bo", "C D"])
        try folder.write("a.csv", "\nEve,4\n")
        #expect(lines.titles() == ["Ann", "Bo", "C D", "Eve"])
        try folder.write("a.csv", "Flo,5\n")
        #expect(try lines.detail(id: "Flo").get().fields == ["name": "Flo", "n": "5"])
    }

    // MARK: JSON

    @Test func eachLineIsReadAsAJSONObject() throws {
        let items = try items(
            "a.jsonl",
            #"{"title":"One","id":7,"done":true,"n":1.5,"none":null,"tags":["x"],"sub":{"a":1}}"# + "\n\n"
                + #"{"title":"Two","url":"http://a.test/"}"#)
        #expect(items.map(\.id) == ["7", "Two"] && items.map(\.url) == [nil, "http://a.test/"])
        #expect(items[0].fields == ["done": true, "n": "1.5"])
        #expect(items.map { $0.location?.line } == [1, 3])
        #expect(try folder.lines("a.jsonl").detail(id: "7").get().text == "title: One\nid: 7\ndone: true\nn: 1.5")
    }

    @Test func aNumberTooLargeForSomeClientsBecomesText() throws {
        let row =
            #"{"title":"One","a":9007199254740991,"b":9007199254740992,"c":-9007199254740993,"d":1234567890123456789}"#
        #expect(
            try items("a.jsonl", row)[0].fields == [
                "a": 9_007_199_254_740_991, "b": "9007199254740992", "c": "-9007199254740993",
                "d": "1234567890123456789",
            ])
    }

    @Test(arguments: [
        ("{\"title\":\"a\"}\n[1]\n", "line 2: JSON, but not an object"),
        ("{\"title\":\n", "line 1: not JSON: the text ends where a value should stand at byte 9"),
        (
            "{\"name\":\"a\"}\n",
            "line 1: no string `title`; the source's setting `title` says which member the title is"
        ),
        ("{\"title\":[]}\n", "line 1: no string `title`; the source's setting `title` says which member the title is"),
    ])
    func aLineThatIsNotAValidRecordIsAnError(_ text: String, _ message: String) throws {
        #expect(try fault("a.ndjson", text) == "a.ndjson, " + message)
    }

    /// The output of a program that writes in blocks may end in the middle of a line.
    @Test(arguments: ["{\"title\":\"b", "{", "{\"title\":\"b\"", "{\"title\":\"\u{6F22}"])
    func aLineStillBeingWrittenIsLeftOut(_ beginning: String) throws {
        var bytes = Array("{\"title\":\"a\"}\n\(beginning)".utf8)
        try folder.replace("a.jsonl", bytes)
        let lines = try folder.lines("a.jsonl")
        #expect(lines.titles() == ["a"])
        if bytes.last == 0xA2 {
            bytes.removeLast()
            try folder.replace("a.jsonl", bytes)
            #expect(lines.titles() == ["a"])
        }
        try folder.replace("a.jsonl", "{\"title\":\"a\"}\n{\"title\":\"b\"}\n")
        #expect(lines.titles() == ["a", "b"])
    }

    @Test func aLastLineThatIsNotJSONIsAnErrorEvenWithoutALineEnd() throws {
        #expect(try fault("a.jsonl", "{\"title\":\"a\"}\nb")?.hasPrefix("a.jsonl, line 2: not JSON: ") == true)
    }

    @Test func atMostAHundredMembersBecomeFieldsButTheDetailHasAll() throws {
        let members = (0..<150).map { ",\"m\($0)\":\($0)" }.joined()
        let item = try #require(try items("a.jsonl", "{\"title\":\"a\"\(members)}").first)
        #expect(item.fields.fields.count == 100 && item.fields["m99"] == 99)
        #expect(try folder.lines("a.jsonl").detail(id: "a").get().text.hasSuffix("m149: 149"))
    }

    // MARK: Both

    @Test func theFormatCanBeSet() throws {
        #expect(try items("a.csv", "a,b\n", ["format": "text"]).map(\.title) == ["a,b"])
        #expect(try items("export", "a,b\nx,y\n", ["format": "csv"]).map(\.title) == ["x"])
        #expect(throws: SettingError.self) { try SourceType.lines.source(["path": "a", "format": "xml"]) }
    }

    @Test(arguments: [("csv", false), ("a.csv/b", false), ("data.csv.", false), ("a.CSV", true), ("b.d/.csv", true)])
    func theFormatIsThatOfTheEndOfTheNameBehindItsLastDot(name: String, isTable: Bool) throws {
        #expect(try items(name, "title,b\nx,y\n").map(\.title) == (isTable ? ["x"] : ["title,b", "x,y"]))
    }

    @Test func ofTwoMembersOrColumnsWithTheSameNameTheLaterOneCounts() throws {
        let json = try items("a.jsonl", #"{"title":"a","id":1,"x":1,"title":"b","id":2,"x":2}"#)
        #expect(json.map(\.title) == ["b"] && json.map(\.id) == ["2"] && json.map(\.fields) == [["x": 2]])
        let table = try items("a.csv", "title,x,title,x\na,1,b,2\n")
        #expect(table.map(\.title) == ["b"] && table.map(\.fields) == [["x": "2"]])
    }

    @Test func filesOfSeveralFormatsAreSearchedAsOneList() throws {
        try folder.replace("1.txt", "text\n")
        try folder.replace("2.csv", "n,m\nrow,1\nrow,2\n")
        try folder.replace("3.jsonl", #"{"title":"row"}"#)
        let lines = try folder.lines("*")
        #expect(try lines.page(query: "").get().items.map(\.id) == ["text", "row", "row\n2", "row\n3"])
        #expect(try lines.detail(id: "row\n2").get().fields["m"] == "2")
        #expect(try lines.detail(id: "row\n3").get().location?.path == folder["3.jsonl"])
        #expect(try lines.detail(id: "text").get().text == "text")
    }

    @Test func equalIDsAreMadeUnique() throws {
        let items = try items("a.csv", "id,title\n1,a\n1,b\n,1\n")
        #expect(items.map(\.id) == ["1", "1\n2", "1\n3"])
        #expect(try folder.lines("a.csv").detail(id: "1\n2").get().title == "b")
    }

    @Test func anEmptyIDIsReplacedByTheTitle() throws {
        let items = try items("a.jsonl", #"{"title":"a","id":""}"# + "\n" + #"{"title":"b","id":""}"#)
        #expect(items.map(\.id) == ["a", "b"])
        #expect(try folder.lines("a.jsonl").detail(id: "b").get().title == "b")
    }

    @Test func manyRecordsKeepTheirFields() throws {
        let rows = (0..<20_000).map { "name \($0),\($0 * 7)" }.joined(separator: "\n")
        try folder.replace("a.csv", "name,n\n" + rows)
        let lines = try folder.lines("a.csv")
        for number in [0, 1, 7777, 19_999] {
            #expect(try lines.detail(id: "name \(number)").get().fields["n"] == .text(String(number * 7)))
        }
    }
}
