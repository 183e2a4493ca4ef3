import Bytes
import Time

/// A complete response to an `HTTPRequest`.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code, 100 to 599.
    public var status: Int

    /// The header fields.
    public var headers: HTTPHeaders

    /// The body, decompressed.
    public var body: [UInt8]

    /// The final URL if the request was redirected; nil if it is that of the request.
    public var url: String?

    /// When the response arrived, in seconds since 1970-01-01 UTC by this machine's clock, not the server's.
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

    /// How many bytes the headers and the body take.
    public var size: Int { headers.size + body.count }

    /// The time by the server's clock: the `Date` header, or our own clock if there is no valid one.
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

    /// Returns the whole number in the field `name`, or `Int.max` if it is larger; nil if there is none.
    public func count(_ name: String) -> Int? {
        headers[name].flatMap(Self.count)
    }

    private static func count(_ text: String) -> Int? {
        let isDigits = !text.isEmpty && text.utf8.allSatisfy(\.isDigit)
        return Int(text) ?? (isDigits ? Int.max : nil)
    }

    /// Returns how long it is, by the server's clock, until a time that the server has given in seconds since
    /// 1970-01-01 UTC: zero if it has passed, and at most a day.
    public func wait(until time: Int) -> Duration {
        let (seconds, isOver) = time.subtractingReportingOverflow(date)
        return Self.wait(isOver ? (time < 0 ? 0 : .max) : seconds)
    }

    private static func wait(_ seconds: Int) -> Duration {
        min(.seconds(max(seconds, 0)), .day)
    }
}
