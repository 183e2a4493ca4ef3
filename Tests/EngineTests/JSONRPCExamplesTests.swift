import JSON
import Testing
import TestSupport

/// The examples of the JSON-RPC 2.0 specification (section 7), with methods of this protocol.
@Suite struct JSONRPCExamplesTests {
    func answers(_ text: String) -> [String] {
        let harness = EngineHarness()
        harness.send(text)
        return harness.takeTexts()
    }

    func codes(_ text: String) -> [String] {
        answers(text).map { text in
            let message = (try? JSONParser.parse(Array(text.utf8))) ?? .null
            let entries = message.array ?? [message]
            return entries.map { entry in
                let code = entry.object?["error"]?.object?["code"]?.integer.map(String.init) ?? "ok"
                return "\(entry.object?["id"]?.text ?? "-"):\(code)"
            }.joined(separator: " ")
        }
    }

    @Test func aCallWithNamedParameters() {
        #expect(
            answers(#"{"jsonrpc":"2.0","method":"reachedBottom","params":{"need":23,"generation":0},"id":3}"#)
                == [#"{"jsonrpc":"2.0","id":3,"result":{"outcome":"idle","generation":0}}"#])
    }

    @Test func aNotificationIsNotAnswered() {
        #expect(answers(#"{"jsonrpc":"2.0","method":"reachedBottom","params":{}}"#) == [])
        #expect(answers(#"{"jsonrpc":"2.0","method":"foobar"}"#) == [])
        #expect(answers(#"{"jsonrpc":"2.0","method":"setQuery","params":{"query":1}}"#) == [])
    }

    @Test func aMethodThatDoesNotExist() {
        #expect(
            answers(#"{"jsonrpc":"2.0","method":"foobar","id":"1"}"#) == [
                #"{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"Method not found: \"foobar\"; "#
                    + #"`rpc.discover` lists the methods","data":{"method":"foobar"}}}"#
            ])
    }

    @Test func invalidJSON() {
        #expect(codes(#"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#) == ["null:-32700"])
    }

    @Test func invalidRequests() {
        #expect(codes(#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#) == ["null:-32600"])
        #expect(codes("[]") == ["null:-32600"])
        #expect(codes("[1]") == ["null:-32600"])
        #expect(codes("[1,2,3]") == ["null:-32600 null:-32600 null:-32600"])
    }

    @Test func aBatchThatIsNotJSON() {
        let text = #"[{"jsonrpc":"2.0","method":"sum","params":[1,2,4],"id":"1"},{"jsonrpc":"2.0","method"]"#
        #expect(codes(text) == ["null:-32700"])
    }

    @Test func aBatchOfValidAndInvalidCalls() {
        let text = """
            [{"jsonrpc":"2.0","method":"listSources","id":"1"},{"jsonrpc":"2.0","method":"refresh","params":{}},
             {"jsonrpc":"2.0","method":"reachedBottom","params":{"need":2},"id":"2"},{"foo":"boo"},
             {"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},
             {"jsonrpc":"2.0","method":"refresh","id":"9"}]
            """
        #expect(codes(text) == [#""1":ok "2":ok null:-32600 "5":-32601 "9":ok"#])
    }

    @Test func aBatchOfNotificationsIsNotAnswered() {
        #expect(answers(#"[{"jsonrpc":"2.0","method":"refresh"},{"jsonrpc":"2.0","method":"retry"}]"#) == [])
    }

    @Test(arguments: ["1", #""1""#, "1.0", "null"])
    func idsComeBackByteForByte(_ id: String) {
        #expect(
            answers(#"{"jsonrpc":"2.0","id":\#(id),"method":"refresh"}"#)
                == [#"{"jsonrpc":"2.0","id":\#(id),"result":{"outcome":"idle","generation":0}}"#])
    }
}
