import JSON
import SearchSource
import Testing

@testable import BuiltinSources

/// How the rows that a program prints are read.
extension CommandTests {
    @Test func aLineIsAnItem() throws {
        #expect(try items(each, "a line\r") == [Item(id: "a line", title: "a line", insert: "a line", kind: .line)])
        #expect(try items(each, " \t").isEmpty)
        #expect(try items(each, "\u{FEFF}x").map(\.title) == ["\u{FEFF}x"])
    }

    @Test func aLineMayContainALocation() throws {
        let settings = each.merging(["pattern": "path:line:byte:text", "cwd": "/src"]) { $1 }
        let item = try #require(try items(settings, "a.c:7:3:é = 1").first)
        #expect(item.location == Location(path: "/src/a.c", line: 7, column: 2) && item.insert == "é = 1")
        #expect(try items(settings, "/b.c:1:1:x").first?.location?.path == "/b.c")
    }

    @Test func aPathThatIsNotUTF8IsNotALocation() throws {
        let first = try #require(try call(each.merging(["pattern": "path:line:text"]) { $1 }, PageRequest(query: "q")))
        let row = Array("a".utf8) + [0xFF] + Array(".c:7:x".utf8)
        guard case .known(.success(let page)) = first.then(ChildRows([row], end: .exited(code: 0))) else {
            Issue.record("an error")
            return
        }
        #expect(page.items == [Item(id: "a\u{FFFD}.c:7:x", title: "a\u{FFFD}.c:7:x", insert: "x", kind: .line)])
    }

    @Test func aNULMarksTheEndOfAPathUnambiguously() throws {
        let template: JSONValue = ["title": "{text}", "snippet": "{path}:{line}:{column}"]
        for (pattern, row) in [
            ("path:line:byte:text", "a:1:2.c\07:3:é = 1"), ("path:line:byte:text", "a:1:2.c\07\03\0é = 1"),
        ] {
            let settings = each.merging(["pattern": .string(pattern), "item": template]) { $1 }
            let item = try #require(try items(settings, row).first)
            #expect(item.location == Location(path: "a:1:2.c", line: 7, column: 2))
            #expect(item.title == "é = 1" && item.insert == "é = 1" && item.snippet == ["a:1:2.c:7:2"])
        }
        let plain = each.merging(["pattern": "path:line:text"]) { $1 }
        #expect(try items(plain, "a\0b:7:x").first?.location == nil)
        #expect(try items(plain, "a\07:x").first?.title == "a 7:x")
        #expect(try items(plain, "\07:x").first?.location == nil)
    }

    @Test(
        arguments: [
            ("{title} ({section}) - {snippet}", "ls (1)   \t - list a - b", ["ls", "1", "list a - b"]),
            ("{a} {b} {c}", "  1   22 \t x  y ", ["1", "22", "x  y"]),
            ("{a} {b} {c}", "1 2", nil), ("{a}: {b}", "a:b: c", ["a:b", "c"]), ("({a})", "(x)", ["x"]),
            ("({a})", "(x) y", nil), ("({a})", "(x) (y)", ["x) (y"]), ("{a} - {b}", "a - ", nil),
            ("{a}-{b}", "-x", ["", "x"]),
            ("{a} b", "x  b", ["x"]), ("x{a}", "y", nil), ("{a}", "", [""]), ("{{{a}}}", "{x}", ["x"]),
            ("{a} é{b}", "ä é日", ["ä", "日"]), (" {a} {b} ", " 12 foo bar ", ["12", "foo bar"]),
            ("{a} {b} -\t", "1 2 -", ["1", "2"]), ("  x {a}", "x y", ["y"]),
        ] as [(String, String, [String]?)])
    func aPatternSplitsARow(pattern: String, row: String, parts: [String]?) throws {
        let value = DescribedValue(
            json: .string(pattern), path: [], variables: DescribedVariables([:]), faults: DescriptionFaults())
        let read = try RowPattern(value)
        let record = read.record(row)
        #expect(record.map { record in read.names.map { record[$0] ?? "" } } == parts)
    }

    @Test func namesInAPatternBecomeMembersOrFields() throws {
        let settings = each.merging([
            "pattern": "{name} ({section}) - {snippet}", "item": ["id": "{name}.{section}", "title": "{name}"],
        ]) { $1 }
        #expect(
            try items(settings, "ls (1) - list") == [
                Item(id: "ls.1", title: "ls", snippet: ["list"], insert: "ls", fields: [:])
            ])
        let fields = each.merging(["pattern": "{title} ({section}) - {snippet}"]) { $1 }
        #expect(try items(fields, "ls (1) - list").first?.fields == ["section": "1"])
        #expect(try items(fields, "nothing appropriate").isEmpty)
    }

    @Test func aLongRowIsDividedBeforeItsTextsAreCut() throws {
        let long = String(repeating: "é", count: 40_000)
        func read(_ settings: [String: JSONValue], _ row: String) throws -> Item {
            try #require(try items(each.merging(settings) { $1 }, row).first)
        }
        let (item, shown) = (try read([:], long), String(repeating: "é", count: 32_768) + "…")
        #expect(item.title == shown && item.insert == shown && item.id == shown, "nothing divides it")
        #expect(try read(["item": ["insert": "{0}"]], long).insert == long)
        #expect(try read(["item": ["title": "{2}", "snippet": "{1}"]], "\(long)\tend").title == "end")
        let divided = try read(["pattern": "{snippet} :: {title}"], "\(long) :: end")
        #expect(divided.title == "end" && divided.snippet == [long])
        #expect(try read(["pattern": "path:line:text"], "a.c:7:\(long)").insert == shown)
    }

    @Test func ofARowOfMoreThanAMebibyteTheBeginningIsRead() throws {
        let row = String(repeating: "é", count: 1 << 20)
        let item = try #require(try items(each.merging(["item": ["id": "{1}"]]) { $1 }, "a\t\(row)").first)
        #expect(item.id == "a" && item.title.hasPrefix("a\té") && !item.title.contains("\u{FFFD}"))
        #expect(item.title.utf8.count <= 1 << 20)
    }

    @Test func aRowEndedByANULMayContainLineBreaks() throws {
        let item = try #require(try items(each.merging(["format": "nul"]) { $1 }, "a\nb\r").first)
        #expect(item.title == "a b " && item.id == "a b " && item.insert == "a\nb\r")
    }

    @Test func columnsFillATemplate() throws {
        let template: JSONValue = [
            "id": "{2}", "title": "{1} {{x}}", "url": "https://a.test/?q={1}&n={2}", "insert": "{0}", "kind": "file",
            "path": "{3}", "line": "{2}", "snippet": "{9}",
        ]
        let item = try #require(try items(each.merging(["item": template]) { $1 }, "a b\t7\t/x").first)
        #expect(
            item
                == Item(
                    id: "7", title: "a b {x}", url: "https://a.test/?q=a%20b&n=7", insert: "a b\t7\t/x", kind: .file,
                    location: Location(path: "/x", line: 7)))
    }

    @Test func membersOfARecordAreReadAndTheRestBecomeFields() throws {
        let settings = each.merging(["format": "jsonl"]) { $1 }
        let row = #"{"id": 3, "title": "a\nb", "path": "x.c", "line": 2, "column": 4, "n": 5, "is": true, "of": [1]}"#
        #expect(
            try items(settings, row) == [
                Item(
                    id: "3", title: "a b", insert: "a b", location: Location(path: "x.c", line: 2, column: 4),
                    fields: ["n": 5, "is": true])
            ])
        let template = settings.merging(["item": ["title": "{name}", "url": "{link}"]]) { $1 }
        #expect(
            try items(template, #"{"name": "n", "link": "https://a.test/ b", "title": "t"}"#) == [
                Item(id: "n", title: "n", url: "https://a.test/ b", insert: "n", fields: ["title": "t"])
            ])
        #expect(try items(settings, #"{"x": 1}"#).map(\.title) == ["1"])
        #expect(try items(settings, "{}").isEmpty)
    }

    @Test(
        arguments: [
            ("{", "is not JSON"), ("[]", "is JSON, but not an object"),
            (String(repeating: "x", count: (1 << 20) + 1), "has more than 1 MiB"),
        ])
    func aRowThatIsNotARecordIsReportedAfterTheRowsBeforeIt(row: String, message: String) throws {
        let settings = each.merging(["format": "jsonl"]) { $1 }
        var work = try call(settings, PageRequest(query: "q"))?.then(rows(#"{"title": "a"}"#, row))
        if case .local(let then)? = work { work = then { false } }
        guard case .parts(let page, .known(.failure(let error)))? = work else {
            Issue.record("\(String(describing: work))")
            return
        }
        #expect(page.items.map(\.title) == ["a"] && error.kind == .decode)
        #expect(error.message.hasPrefix("command: row 2 of what `find` prints \(message)"))
    }
}
