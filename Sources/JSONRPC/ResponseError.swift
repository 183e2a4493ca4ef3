import Bytes
import JSON

/// The `error` of an answer: what was wrong, where, and what would be right.
public struct ResponseError: Error, Hashable, Sendable {
    /// What kind of error it is.
    public var code: ErrorCode

    /// One line for a person, which begins with the phrase of the code.
    public var message: String

    /// The parts of the message, for a program.
    public var data: JSONObject

    /// An error whose message is the phrase of `code` and then, if there is one, `detail`, which may say what was found:
    /// a line end in it becomes a space.
    public init(_ code: ErrorCode, _ detail: String? = nil, data: JSONObject = JSONObject()) {
        self.code = code
        self.message = detail.map { "\(code.phrase): \($0.onOneLine)" } ?? code.phrase
        self.data = data
    }
}
