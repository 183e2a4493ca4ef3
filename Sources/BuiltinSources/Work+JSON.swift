import HTTP
import SearchSource

extension Work {
    /// Sends `request`, and reads what comes back as JSON. A status other than 200 is an error.
    ///
    /// - Parameters:
    ///   - reported: The error that the service, whose origin it is told, reports in its own way, if it does. The body
    ///     may not be JSON then.
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
