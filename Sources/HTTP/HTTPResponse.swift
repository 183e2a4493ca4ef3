import Bytes
import Time

/// An answer to an `HTTPRequest`, whole.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code, 100 to 599.
    public var status: Int

    /// The header fields.
    public var headers: HTTPHeaders

    /// The body, decompressed.
    public var body: [UInt8]

    /// The URL that was answered in the end, if the request was sent on; nil if it is that of the request.
    public var url: String?

    /// When the answer had come: seconds since 1970-01-01 UTC. The clock of this machine, not the server's.
    public var receivedAt: Int

    /// A response with these parts.
    public init(
        status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String? = nil, receivedAt: Int = 0
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.receivedAt = receivedAt
    }

    /// What the server's clock showed: the `Date` header, or our own clock if there is none.
    public var date: Int {
        headers["Date"].flatMap(HTTPDate.parse) ?? receivedAt
    }

    /// How long the server asks to wait before the next request: the `Retry-After` header as seconds
    /// or as a date (RFC 9110, section 10.2.3); nil if there is none or it cannot be read. At most a day.
    public var retryAfter: Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = Self.count(value) { return seconds < 0 ? nil : Self.wait(seconds) }
        return HTTPDate.parse(value).map(wait)
    }

    /// The whole number that the field `name` holds, or the largest that there is if it is larger; nil if it is none.
    public func count(_ name: String) -> Int? {
        headers[name].flatMap(Self.count)
    }

    private static func count(_ text: String) -> Int? {
        let isDigits = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        return Int(text) ?? (isDigits ? Int.max : nil)
    }

    /// How long it is, by the server's clock, until a time that the server has named in seconds since 1970-01-01 UTC:
    /// nothing to a day. Whatever lies further ahead counts as a day.
    public func wait(until time: Int) -> Duration {
        let (seconds, isOver) = time.subtractingReportingOverflow(date)
        return Self.wait(isOver ? (time < 0 ? 0 : .max) : seconds)
    }

    private static func wait(_ seconds: Int) -> Duration {
        min(.seconds(max(seconds, 0)), .day)
    }
}
