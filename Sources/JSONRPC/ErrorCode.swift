/// What kind of error an answer reports. The set is open: a peer may use codes that are not named here.
public struct ErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// The code `rawValue`.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The text is not JSON (JSON-RPC 2.0, section 5.1).
    public static let parseError = ErrorCode(rawValue: -32700)
    /// The JSON is not a request (JSON-RPC 2.0, section 5.1).
    public static let invalidRequest = ErrorCode(rawValue: -32600)
    /// There is no such method (JSON-RPC 2.0, section 5.1).
    public static let methodNotFound = ErrorCode(rawValue: -32601)
    /// The method does not take these params (JSON-RPC 2.0, section 5.1).
    public static let invalidParams = ErrorCode(rawValue: -32602)
    /// The fault is ours (JSON-RPC 2.0, section 5.1).
    public static let internalError = ErrorCode(rawValue: -32603)
    /// The request was cancelled (the Language Server Protocol's code).
    public static let requestCancelled = ErrorCode(rawValue: -32800)

    /// How every message with this code begins: JSON-RPC's own phrase where it has one.
    public var phrase: String {
        Self.phrases[self] ?? "Error"
    }

    /// Every code that has a phrase, with it.
    public static let phrases: [ErrorCode: String] = [
        .parseError: "Parse error",
        .invalidRequest: "Invalid Request",
        .methodNotFound: "Method not found",
        .invalidParams: "Invalid params",
        .internalError: "Internal error",
        .requestCancelled: "Request cancelled",
    ]
}
