/// The kind of error that a response reports. The set is open: methods may define further codes.
public struct ErrorCode: Sendable {
    /// The number on the wire.
    public let number: Int

    /// The beginning of every message with this code.
    public let phrase: String

    /// When it is returned, in one phrase.
    public let summary: String

    /// A code, with its documentation.
    public init(_ number: Int, phrase: String, _ summary: String) {
        self.number = number
        self.phrase = phrase
        self.summary = summary
    }

    /// The text is not JSON (JSON-RPC 2.0, section 5.1).
    public static let parseError = ErrorCode(
        -32700, phrase: "Parse error", "not JSON, not UTF-8, nested deeper than 128, a frame that cannot be read")
    /// The JSON is not a request (JSON-RPC 2.0, section 5.1).
    public static let invalidRequest = ErrorCode(
        -32600, phrase: "Invalid Request", "JSON, but no request; longer than 1 MiB; after `shutdown`")
    /// There is no such method (JSON-RPC 2.0, section 5.1).
    public static let methodNotFound = ErrorCode(-32601, phrase: "Method not found", "there is no such method")
    /// The method does not take these params (JSON-RPC 2.0, section 5.1).
    public static let invalidParams = ErrorCode(
        -32602, phrase: "Invalid params", "a param is missing, or not what it must be")
    /// The fault is ours (JSON-RPC 2.0, section 5.1).
    public static let internalError = ErrorCode(-32603, phrase: "Internal error", "the fault is the engine's")
    /// The request was cancelled (the Language Server Protocol's code).
    public static let requestCancelled = ErrorCode(
        -32800, phrase: "Request cancelled", "by `$/cancelRequest`, `cancel`, `closeSession` or a newer detail")
}

extension ErrorCode: Hashable {
    /// Codes are the same if their numbers are.
    public static func == (left: ErrorCode, right: ErrorCode) -> Bool { left.number == right.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
