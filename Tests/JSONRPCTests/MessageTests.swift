import JSON
import JSONRPC
import Testing

@Suite struct MessageTests {
    func read(_ text: String) -> Message { Message(Array(text.utf8)) }

    /// Returns the id and the error with which a message is answered, as one line.
    func refusal(_ text: String) -> String {
        guard case .single(.invalid(let id, let error)) = read(text) else { return "\(read(text))" }
        return "\(id) \(error.code.number) \(error.message)"
    }

    func call(_ text: String) throws -> Call {
        guard case .single(.call(let call)) = read(text) else { throw Unexpected(found: "\(read(text))") }
        return call
    }

    struct Unexpected: Error { var found: String }

    @Test func requestsAndNotificationsAreRead() throws {
        #expect(
            try call(#"{"jsonrpc":"2.0","id":1,"method":"setQuery","params":{"query":"x"},"else":[]}"#)
                == Call(id: RequestID(1), method: "setQuery", params: CallParams(JSONObject([("query", "x")]))))
        #expect(try call(#"{"jsonrpc":"2.0","method":"exit"}"#) == Call(id: nil, method: "exit"))
    }

    @Test func paramsAreReadByNameAndTheLaterOfTwoCounts() throws {
        let params = try call(#"{"jsonrpc":"2.0","method":"m","params":{"a":1,"\u0061":[2],"b":null}}"#).params
        #expect(params["a"] == [2] && params["b"] == .null && params["c"] == nil)
        #expect(params == CallParams(JSONObject([("b", nil), ("a", [2])])) && params != CallParams())
    }

    @Test func idsAreEqualIfTheirValuesAre() throws {
        func id(_ text: String) throws -> RequestID {
            try #require(try call(#"{"jsonrpc":"2.0","id":\#(text),"method":"m"}"#).id)
        }
        // Each line has the ways to write one id.
        let ids = [
            ["1"], ["1.0"], ["null"], [#""1""#, #""\u0031""#], [#""null""#, #""nul\u006c""#], [#""""#],
            [#""\"""#, #""\u0022""#], [#""\\""#, #""\u005C""#, #""\u005c""#], [#""\\\"""#], [#""/""#, #""\/""#],
            ["\"\u{e9}\"", #""\u00e9""#, #""\u00E9""#], ["\"e\u{301}\"", #""e\u0301""#],
            ["\"\u{2028}\"", #""\u2028""#],
            [#""\n""#, #""\u000a""#], [#""\ud83d\ude42""#, "\"🙂\""],
        ]
        for (line, ways) in ids.enumerated() {
            for way in ways {
                for (other, others) in ids.enumerated() {
                    for another in others {
                        let (left, right) = (try id(way), try id(another))
                        #expect((left == right) == (line == other), "\(way) and \(another)")
                        #expect(line != other || left.hashValue == right.hashValue, "\(way) and \(another)")
                    }
                }
                #expect(RequestID(try id(way).value) == (try id(way)), "\(way)")
            }
        }
    }

    @Test(arguments: ["1", #""1""#, "1.0", "null", "-0", "1e400", #""\u0031\/""#, #""é""#, "12345678901234567890"])
    func idsComeBackByteForByte(_ id: String) throws {
        let call = try call(#"{"id": \#(id) ,"jsonrpc":"2.0","method":"m"}"#)
        #expect(call.id?.json == id)
        var writer = JSONWriter()
        writer.response(to: try #require(call.id)) { $0.null() }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"jsonrpc":"2.0","id":\#(id),"result":null}"#)
    }

    @Test(arguments: ["", #","params":null"#, #","params":{}"#, #","params":[]"#])
    func missingNullAndEmptyParamsAllMeanNone(_ params: String) throws {
        #expect(try call(#"{"jsonrpc":"2.0","id":1,"method":"m"\#(params)}"#).params == CallParams())
    }

    @Test(arguments: [
        ("{", "null -32700 Parse error: the text ends where a member's name in quotes should stand at byte 1"),
        (
            #"{"jsonrpc":"2.0","id":"a","method":"m","params":[bad]}"#,
            #""a" -32700 Parse error: found `b` where a value or `]` should stand at byte 49"#
        ),
        (
            #"[{"id":1},"#,
            "null -32700 Parse error: the text ends where a value should stand at byte 10"
        ),
        ("[]", "null -32600 Invalid Request: a batch must not be empty"),
        ("1", "null -32600 Invalid Request: a request is an object, not a number"),
        (
            #"{"id":1,"method":"m"}"#,
            #"1 -32600 Invalid Request: `jsonrpc` must be "2.0", but it is missing"#
        ),
        (
            #"{"jsonrpc":"1.0","id":1,"method":"m"}"#,
            #"1 -32600 Invalid Request: `jsonrpc` must be "2.0", not "1.0""#
        ),
        (
            #"{"jsonrpc":2.0,"id":1,"method":"m"}"#,
            #"1 -32600 Invalid Request: `jsonrpc` must be "2.0", not a number"#
        ),
        (
            #"{"jsonrpc":"2.0","id":"x","method":1}"#,
            #""x" -32600 Invalid Request: `method` must be a string, not a number"#
        ),
        (
            #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            "7 -32600 Invalid Request: `method` must be a string, but it is missing"
        ),
        (
            #"{"jsonrpc":"2.0","id":{},"method":"m"}"#,
            "null -32600 Invalid Request: `id` must be a string, a number or null, not an object"
        ),
        (
            #"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
            "null -32600 Invalid Request: `id` must be a string, a number or null, not a boolean"
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":"x"}"#,
            #"1 -32600 Invalid Request: `params` must be an object, not "x""#
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":["x"]}"#,
            "1 -32602 Invalid params: `params` must be an object: params are passed by name here, not by position"
        ),
    ])
    func invalidMessagesAreAnsweredWithTheirIDIfItCanBeRead(_ text: String, _ answer: String) {
        #expect(refusal(text) == answer)
    }

    @Test func aBatchKeepsValidAndInvalidEntriesApart() throws {
        guard case .batch(let entries) = read(#"[{"jsonrpc":"2.0","id":"1","method":"m"},2,{"id":3},{}]"#) else {
            Issue.record("no batch")
            return
        }
        let ids = entries.map { entry in
            switch entry {
            case .call(let call): "call \(call.id ?? .null)"
            case .invalid(let id, let error): "\(error.code.number) \(id)"
            case .refused(let error): "\(error.code.number)"
            }
        }
        #expect(ids == [#"call "1""#, "-32600 null", "-32600 3", "-32600 null"])
    }

    @Test func aMessageThatIsTooLongIsAnsweredWithTheIDInItsBeginning() {
        let beginning = Array(#"{"jsonrpc":"2.0","id":9,"params":{"query":"aaaa"#.utf8)
        guard case .single(.invalid(let id, let error)) = Message(tooLong: beginning, limit: 40) else { return }
        #expect(id.json == "9" && error.code == .invalidRequest)
        #expect(error.message == "Invalid Request: the message is longer than 40 bytes, and was skipped to its end")
        #expect(error.data["limit"] == 40)
    }

    @Test func anIDThatMayHaveBeenCutOffIsNotUsedInTheAnswer() {
        for (beginning, id) in [
            (#"{"jsonrpc":"2.0","id":12"#, "null"), (#"{"jsonrpc":"2.0","id":"12"#, "null"),
            (#"{"jsonrpc":"2.0","id":12 "#, "12"), (#"{"jsonrpc":"2.0","id":"12""#, #""12""#),
        ] {
            let message = Message(tooLong: Array(beginning.utf8), limit: 24)
            guard case .single(.invalid(let found, _)) = message else {
                Issue.record("\(message)")
                continue
            }
            #expect(found.json == id)
        }
    }

    @Test func theLaterOfTwoMembersWithTheSameNameCounts() throws {
        let call = try call(
            #"{"jsonrpc":"1.0","id":1,"method":"a","params":[1],"jsonrpc":"2.0","\u0069d":2,"method":"b","params":{}}"#)
        #expect(call == Call(id: RequestID(2), method: "b"))
    }

    @Test func errorsAreWrittenWithCodeMessageAndData() {
        var writer = JSONWriter()
        writer.response(to: .null, ResponseError(.parseError, "x", data: JSONObject([("offset", 3)])))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: x","data":{"offset":3}}}"#
        )
        writer = JSONWriter()
        writer.response(to: .null, ResponseError(.internalError))
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}"#)
    }

    @Test func anErrorMessageIsASingleLine() {
        let message = Message(Array(#"{"jsonrpc":"2\n0","id":1,"method":"a"}"#.utf8))
        guard case .single(.invalid(_, let error)) = message else {
            Issue.record("it is read as something else")
            return
        }
        #expect(error.message == "Invalid Request: `jsonrpc` must be \"2.0\", not \"2 0\"")
        #expect(ResponseError(.methodNotFound, "a\r\n\u{7F}é").message == "Method not found: a   é")
    }

    @Test func notificationsAreWritten() {
        var writer = JSONWriter()
        writer.notification("loading") { $0.member("loading", true) }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"jsonrpc":"2.0","method":"loading","params":{"loading":true}}"#)
    }
}
