import BuiltinSources
import HTTP
import JSON
import SearchSource

/// A source, and how it reads bytes that a test makes up. Nothing is sent.
public struct SourceProbe {
    /// The source.
    public let source: any Source

    /// Something that the test did not expect of a source.
    public struct Surprise: Error, CustomStringConvertible {
        /// What it was.
        public let description: String
    }

    /// Creates a probe of a source of this type with these settings.
    public init(
        _ type: String, _ settings: [String: JSONValue] = [:], variables: [String: String] = [:], contact: String? = nil
    ) throws {
        guard let type = SourceType.all.first(where: { $0.name == type }) else {
            throw Surprise(description: "no such type: \(type)")
        }
        source = try type.make(type.name, Settings(settings, variables: variables, contact: contact))
    }

    /// Creates a probe of `source`.
    public init(_ source: any Source) {
        self.source = source
    }

    /// Returns the request that it sends for a page.
    public func request(query: String, cursor: Cursor? = nil, pageSize: Int = 20) throws -> HTTPRequest {
        try request(source.page(PageRequest(query: query, cursor: cursor, pageSize: pageSize)))
    }

    /// Returns the request that it sends for a detail.
    public func request(detail id: String) throws -> HTTPRequest {
        try request(source.detail(DetailRequest(id: id)))
    }

    /// Returns the page that it knows, or that it reads from this answer.
    public func page(
        _ body: String = "", status: Int = 200, headers: HTTPHeaders = [:], query: String = "q", cursor: Cursor? = nil
    ) -> Result<Page, SourceError> {
        read(source.page(PageRequest(query: query, cursor: cursor)), status, headers, body)
    }

    /// Returns the detail that it knows, or that it reads from this answer.
    public func detail(
        _ body: String = "", id: String, status: Int = 200, headers: HTTPHeaders = [:]
    ) -> Result<Detail, SourceError> {
        read(source.detail(DetailRequest(id: id)), status, headers, body)
    }

    private func request<Answer>(_ work: Work<Answer>) throws -> HTTPRequest {
        switch work {
        case .http(let request, _): return request
        case .anyOf(let requests, _): return requests[0]
        default: throw Surprise(description: "nothing is sent")
        }
    }

    private func read<Answer>(
        _ work: Work<Answer>, _ status: Int, _ headers: HTTPHeaders, _ body: String
    ) -> Result<Answer, SourceError> {
        switch work {
        case .http(_, let then):
            read(then(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))), status, headers, body)
        case .anyOf(_, let then):
            read(
                then(0, HTTPResponse(status: status, headers: headers, body: Array(body.utf8))), status, headers, body)
        case .local(let then): read(then { false }, status, headers, body)
        case .known(let result): result
        case .parts(_, let rest): read(rest, status, headers, body)
        case .child, .all: .failure(SourceError(.internal, "a probe answers one request at a time"))
        }
    }
}

extension Result where Failure == SourceError {
    /// The error; nil if there is none.
    public var error: SourceError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
