import Testing

@testable import StdioHost

/// The engine's messages as lines. `⇥` stands for a tab.
@Suite struct RowFormatTests {
    private func lines(_ message: String, _ columns: String = "id,title") throws -> [String] {
        let bytes = try RowFormat(columns).lines(of: Array(message.utf8))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast()
            .map { line in String(line.map { $0 == "\t" ? "⇥" : $0 }) }
    }

    @Test func listBeginsWithALineOfItsOwn() throws {
        let items = """
            {"jsonrpc":"2.0","method":"items","params":{"session":"s","seq":3,"generation":2,"query":"sn ow","from":20,\
            "items":[{"id":"1","title":"A","fields":{}},{"id":"2","title":"B","url":"u","fields":{"n":7,"yes":true}}],\
            "count":22,"more":true}}
            """
        #expect(try lines(items) == ["items⇥s⇥2⇥20⇥2⇥true⇥-⇥sn ow⇥-", "item⇥1⇥A", "item⇥2⇥B"])
        // A member that an item does not have is an empty column, and `null` in JSON.
        #expect(
            try lines(items, "url,fields.n,fields.yes,json:url,json:id,json:fields.n").dropFirst() == [
                "item⇥⇥⇥⇥null⇥\"1\"⇥null", "item⇥u⇥7⇥true⇥\"u\"⇥\"2\"⇥7",
            ])
        #expect(try lines(items, "json")[1] == #"item⇥{"id":"1","title":"A","fields":{}}"#)
    }

    @Test func failedSourcesAreNamed() throws {
        let items = """
            {"method":"items","params":{"session":"s","generation":1,"query":"a","from":0,"more":false,"partial":true,\
            "items":[{"id":"b:1","title":"A","source":"b","fields":{}}],"failed":[\
            {"source":"c","scope":"search","kind":"timeout","message":"late"},{"source":"d","kind":"source","message":"-"}]}}
            """
        #expect(try lines(items, "title,source") == ["items⇥s⇥1⇥0⇥1⇥false⇥-⇥a⇥c, d", "item⇥A⇥b"])
    }

    @Test func partsOfALocationAreColumns() throws {
        let items = """
            {"method":"items","params":{"session":"s","generation":1,"query":"","from":0,"more":false,"items":[\
            {"id":"1","title":"A","kind":"line","location":{"path":"a b.c","line":7},"fields":{}}]}}
            """
        #expect(
            try lines(items, "kind,location.path,location.line,location.column,json:location.column")[1]
                == "item⇥line⇥a b.c⇥7⇥⇥null")
    }

    @Test func actionsAreShownByName() throws {
        let actions = #"[{"name":"end","title":"End it"},{"name":"kill","title":"a\u001b\tb"}]"#
        let items = """
            {"method":"items","params":{"session":"s","generation":1,"query":"","from":0,"more":false,"items":[\
            {"id":"1","title":"A","actions":\(actions),"fields":{}},{"id":"2","title":"B","fields":{}}]}}
            """
        #expect(
            try lines(items, "actions,json:actions").dropFirst() == ["item⇥end, kill⇥\(actions)", "item⇥⇥null"])
    }

    @Test func snippetIsPlainText() throws {
        let items = """
            {"method":"items","params":{"session":"s","generation":1,"query":"","from":0,"more":false,"total":1,\
            "items":[{"id":"1","title":"A","snippet":["a ","b"," c"],"fields":{}}]}}
            """
        #expect(try lines(items, "snippet") == ["items⇥s⇥1⇥0⇥1⇥false⇥1⇥-⇥-", "item⇥a b c"])
    }

    @Test func loadingErrorAndDetailNotificationsBecomeLines() throws {
        #expect(
            try lines(
                #"{"method":"loading","params":{"session":"s","generation":4,"status":"fetching","loading":true,"stalled":true}}"#
            )
                == ["loading⇥s⇥4⇥fetching⇥-⇥true⇥true"])
        #expect(
            try lines(
                #"{"method":"error","params":{"session":"s","generation":4,"scope":"page","kind":"http","message":"no\tgood"}}"#
            )
                == ["error⇥s⇥4⇥page⇥http⇥no\u{FFFD}good"])
        #expect(
            try lines(#"{"method":"detail","params":{"session":"s","id":"1","title":"A","text":"one\n\nthree"}}"#)
                == ["detail⇥-⇥3⇥A", "text⇥one", "text⇥", "text⇥three"])
    }

    @Test func answersHaveTheirID() throws {
        #expect(
            try lines(#"{"id":"a b","result":{"outcome":"scheduled","generation":3,"shortBy":2}}"#)
                == [#"answer⇥"a b"⇥scheduled⇥3⇥2"#])
        #expect(try lines(#"{"id":7,"result":null}"#) == ["answer⇥7⇥-⇥-⇥-"])
        #expect(
            try lines(#"{"id":null,"error":{"code":-32700,"message":"Parse error"}}"#)
                == ["failed⇥null⇥-32700⇥Parse error"])
        #expect(
            try lines(#"{"id":1,"result":{"id":"x","title":"A","text":""}}"#) == ["detail⇥1⇥1⇥A", "text⇥"])
    }

    @Test func theResultOfAnActionIsShown() throws {
        #expect(
            try lines(#"{"id":"p","result":{"message":"7\thas\u001b[2J ended","changed":true}}"#)
                == ["performed⇥\"p\"⇥true⇥7\u{FFFD}has\u{FFFD}[2J ended"])
        #expect(try lines(#"{"id":1,"result":{"message":"it went on"}}"#) == ["performed⇥1⇥-⇥it went on"])
        #expect(try lines(#"{"id":1,"result":{"changed":true}}"#) == ["performed⇥1⇥true⇥-"])
        // A result with neither member is printed like any other answer.
        #expect(try lines(#"{"id":1,"result":{}}"#) == ["answer⇥1⇥-⇥-⇥-"])
        #expect(
            try lines(#"{"id":1,"error":{"code":-32003,"message":"No such item: gone"}}"#)
                == ["failed⇥1⇥-32003⇥No such item: gone"])
    }

    /// A snapshot is printed like the notifications that it adds up to, and a batch like its answers.
    @Test func snapshotsAndBatchesBecomeLines() throws {
        let snapshot = """
            {"id":1,"result":{"seq":3,"generation":2,"query":"q","loading":false,"pending":null,"status":"error","stalled":false,\
            "items":[{"id":"1","title":"A"}],"count":1,"more":false,\
            "error":{"scope":"page","kind":"timeout","message":"late"}}}
            """
        let expected = [
            "answer⇥1⇥-⇥2⇥-", "loading⇥-⇥2⇥error⇥-⇥false⇥false", "items⇥-⇥2⇥0⇥1⇥false⇥-⇥q⇥-", "item⇥1⇥A",
            "error⇥-⇥2⇥page⇥timeout⇥late",
        ]
        #expect(try lines(snapshot) == expected)
        #expect(try lines("[\(snapshot),{\"id\":2,\"result\":{}}]") == expected + ["answer⇥2⇥-⇥-⇥-"])
    }

    /// The error of a detail is printed once, whether it comes after a list's error or is the only one, in both
    /// members.
    @Test func aSnapshotShowsTheErrorOfADetailOnce() throws {
        let page = #"{"scope":"page","kind":"timeout","message":"late"}"#
        let detail = #"{"scope":"detail","kind":"notFound","message":"gone"}"#
        func errors(_ members: String) throws -> [String] {
            try lines(#"{"id":1,"result":{"generation":2,"items":[],\#(members)}}"#).filter { $0.hasPrefix("error") }
        }
        #expect(
            try errors(#""error":\#(page),"detailError":\#(detail)"#)
                == ["error⇥-⇥2⇥page⇥timeout⇥late", "error⇥-⇥2⇥detail⇥notFound⇥gone"])
        #expect(
            try errors(#""error":\#(detail),"detailError":\#(detail)"#) == ["error⇥-⇥2⇥detail⇥notFound⇥gone"])
        #expect(try errors(#""error":\#(page)"#) == ["error⇥-⇥2⇥page⇥timeout⇥late"])
    }

    /// No column contains what would end it, control a terminal (C0, DEL and C1) or mislead the reader: as in the log.
    @Test func unprintableCharactersAreReplaced() throws {
        let items =
            #"{"method":"items","params":{"session":"s","items":[{"id":"1","title":"a\u001b[2J\n\u007f\u0085é\u00a0"}]}}"#
        #expect(try lines(items, "title")[1] == "item⇥a\u{FFFD}[2J\u{FFFD}\u{FFFD}\u{FFFD}é\u{A0}")
        // In JSON they are escaped, and nothing is lost.
        let raw = "{\"method\":\"items\",\"params\":{\"session\":\"s\",\"items\":[{\"id\":\"\u{7F}\u{85}é\\t\"}]}}"
        #expect(try lines(raw, "json:id")[1] == #"item⇥"\u007f\u0085é\t""#)
        let turned = "{\"method\":\"items\",\"params\":{\"items\":[{\"title\":\"日\u{202E}本\u{200D}\u{E0041}\"}]}}"
        #expect(try lines(turned, "title")[1] == "item⇥日\u{FFFD}本\u{200D}\u{FFFD}")
        #expect(try lines(turned, "json:title")[1] == "item⇥\"日\\u202e本\u{200D}\\udb40\\udc41\"")
    }

    @Test(arguments: [
        ("titel", "titel"), ("id,,title", ""), ("fields.", "fields."), ("json:", "json:"), ("json:json", "json:json"),
    ])
    func anUnknownColumnIsNamed(columns: String, wrong: String) {
        #expect(throws: ItemColumn.Unknown(name: wrong)) { try RowFormat(columns) }
    }
}
