import HTTP
import SearchSource

extension Work {
    /// Sends `request` and reads the response as JSON. A status other than 200 is an error.
    ///
    /// - Parameters:
    ///   - reported: Returns the error that the service reports in its own way, if it does. It is called with nil if
    ///     the body is not JSON, and with the service's origin for messages.
    ///   - read: Reads the answer.
    static func json(
        _ request: HTTPRequest,
        reported: @escaping @Sendable (AnswerReader?, HTTPResponse, _ origin: String) -> SourceError?,
        read: @escaping @Sendable (HTTPResponse, AnswerReader) throws(SourceError) -> Answer
    ) -> Work {
        let origin = request.origin
        return .http(request) { response in
            Result { () throws(SourceError) in
                let answer = Result { () throws(SourceError) in try AnswerReader(response, from: origin) }
                if let error = reported(try? answer.get(), response, origin) { throw error }
                guard response.status == 200 else { throw SourceError(status: response, from: origin) }
                return try read(response, answer.get())
            }
        }
    }
}
