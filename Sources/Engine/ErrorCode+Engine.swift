import JSON
import JSONRPC
import SearchModel
import SearchSource

/// The codes that this protocol adds to JSON-RPC's.
extension ErrorCode {
    /// The source has no answer, for the reason in `data`.
    static let sourceFailed = ErrorCode(
        -32000, phrase: "Source failed", "`data` has the members of an `error`")
    static let unknownSession = ErrorCode(-32001, phrase: "Unknown session", "no session has this name")
    static let unknownSource = ErrorCode(-32002, phrase: "Unknown source", "no source has this name")
    static let noSuchItem = ErrorCode(
        -32003, phrase: "No such item",
        "the source has nothing with this id; `data` has the members of an `error`")

    /// Every code that an answer can carry.
    static let all: [ErrorCode] = [
        parseError, invalidRequest, methodNotFound, invalidParams, internalError, requestCancelled, sourceFailed,
        unknownSession, unknownSource, noSuchItem,
    ]
}

extension ResponseError {
    /// The maximum length of an unknown name that an error repeats in its message and its `data`: 1 KiB.
    private static let longestName = 1 << 10

    static func unknownMethod(_ name: String) -> ResponseError {
        let name = name.cut(at: longestName)
        return ResponseError(
            .methodNotFound, "\"\(name)\"; `rpc.discover` lists the methods",
            data: JSONObject([("method", .string(name))]))
    }

    static func unknownSession(_ name: String) -> ResponseError {
        let name = name.cut(at: longestName)
        return ResponseError(
            .unknownSession, "\"\(name)\" is not open; `openSession` opens it",
            data: JSONObject([("session", .string(name))]))
    }

    static func unknownSource(_ name: String, known: [String]) -> ResponseError {
        let name = name.cut(at: longestName)
        return ResponseError(
            .unknownSource, "\"\(name)\"; there are \(known.joined(separator: ", "))",
            data: JSONObject([("source", .string(name)), ("known", .array(known.map(JSONValue.string)))]))
    }
}
