import JSONRPC
import Testing

/// How answers of a peer are read. Faults of messages are tested in `ConversationTests`.
@Suite struct PeerMessageTests {
    private func read(_ text: String) -> Result<PeerMessage, PeerMessage.Fault> {
        Result { () throws(PeerMessage.Fault) in try PeerMessage(Array(text.utf8)) }
    }

    @Test func resultsAndErrorDataAreKeptAsWritten() {
        #expect(
            read(#"{"jsonrpc":"2.0","id":3,"result":{ "a" :1}}"#)
                == .success(.result(id: 3, json: Array(#"{ "a" :1}"#.utf8))))
        #expect(read(#"{"jsonrpc":"2.0","method":"m"}"#) == .success(.notification(method: "m", params: [])))
        let error = #"{"jsonrpc":"2.0","id":3,"result":null,"error":{"code":-1,"message":"no","data":[1]}}"#
        #expect(read(error) == .success(.failure(id: 3, code: -1, message: "no", data: Array("[1]".utf8))))
        #expect(read(#"{"jsonrpc":"2.0","id":3,"result":null}"#) == .success(.result(id: 3, json: Array("null".utf8))))
    }

    @Test func theFaultOfALongMessageIsShort() {
        let long = String(repeating: "x\\n", count: 100_000)
        for text in [
            "\(long)", #"{"jsonrpc":"2.0","id":1,"method":"\#(long)"}"#,
            #"{"jsonrpc":"2.0","id":"\#(long)","result":1}"#,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"\#(long)"}}"#,
        ] {
            guard case .failure(let fault) = read(text) else {
                Issue.record("it is a message")
                return
            }
            #expect(fault.message.utf8.count < 500 && !fault.message.contains("\n"))
        }
    }
}
