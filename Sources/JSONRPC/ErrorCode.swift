/// What kind of error an answer reports. The set is open: whoever defines a method may define codes beside these.
public struct ErrorCode: Hashable, Sendable {
    /// The number on the wire.
    public let number: Int

    /// How every message with this code begins.
    public let phrase: String

    /// A code.
    public init(_ number: Int, phrase: String) {
        self.number = number
        self.phrase = phrase
    }

    /// The text is not JSON (JSON-RPC 2.0, section 5.1).
    public static let parseError = ErrorCode(-32700, phrase: "Parse error")
    /// The JSON is not a request (JSON-RPC 2.0, section 5.1).
    public static let invalidRequest = ErrorCode(-32600, phrase: "Invalid Request")
    /// There is no such method (JSON-RPC 2.0, section 5.1).
    public static let methodNotFound = ErrorCode(-32601, phrase: "Method not found")
    /// The method does not take these params (JSON-RPC 2.0, section 5.1).
    public static let invalidParams = ErrorCode(-32602, phrase: "Invalid params")
    /// The fault is ours (JSON-RPC 2.0, section 5.1).
    public static let internalError = ErrorCode(-32603, phrase: "Internal error")
    /// The request was cancelled (the Language Server Protocol's code).
    public static let requestCancelled = ErrorCode(-32800, phrase: "Request cancelled")
}
