import JSON
import JSONRPC

extension Target {
    /// The decoder of messages: whatever is wrong with a message, its id can be used in the answer.
    static let messages = Target(name: "messages") { bytes in
        check(Message(bytes))
        check(Message(tooLong: bytes, limit: bytes.count))
    }

    private static func check(_ message: Message) {
        switch message {
        case .single(let entry):
            check(entry)
        case .batch(let entries):
            hold((1...Message.longestBatch).contains(entries.count), "a batch is neither empty nor too long")
            for entry in entries { check(entry) }
        }
    }

    private static func check(_ entry: Message.Entry) {
        switch entry {
        case .call(let call):
            if let id = call.id { check(id) }
            hold(call == call && call.hashValue == call.hashValue, "a call equals itself")
            let params = JSONValue.object(call.params.object)
            hold((try? JSONParser.parse(JSONWriter.bytes(of: params))) == params, "params are written as they are read")
        case .invalid(let id, let error):
            check(id)
            check(error)
        case .refused(let error):
            check(error)
        }
    }

    private static func check(_ id: RequestID) {
        guard let value = try? JSONParser.parse(Array(id.json.utf8)) else { return hold(false, "an id is JSON") }
        switch value {
        case .string, .number, .null: break
        default: hold(false, "an id is a string, a number or null")
        }
        hold(id == RequestID(value) && id.hashValue == RequestID(value).hashValue, "an id equals its value")
    }

    private static func check(_ error: ResponseError) {
        hold(!error.message.isEmpty && error.message.utf8.count < 1000, "an error says what is wrong, in one line")
        hold(!error.message.utf8.contains(0x0A), "an error says what is wrong, in one line")
    }
}
