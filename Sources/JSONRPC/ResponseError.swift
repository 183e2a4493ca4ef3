import Bytes
import JSON

/// The `error` of a response: what was wrong, where, and what was expected.
public struct ResponseError: Error, Hashable, Sendable {
    /// The kind of error.
    public var code: ErrorCode

    /// A human-readable line that begins with the phrase of the code.
    public var message: String

    /// The parts of the message in machine-readable form.
    public var data: JSONObject

    /// An error whose message is the phrase of `code`, followed by `detail` if there is one. `detail` may quote input:
    /// control characters in it become spaces.
    public init(_ code: ErrorCode, _ detail: String? = nil, data: JSONObject = JSONObject()) {
        self.code = code
        self.message = detail.map { "\(code.phrase): \($0.onOneLine)" } ?? code.phrase
        self.data = data
    }
}
