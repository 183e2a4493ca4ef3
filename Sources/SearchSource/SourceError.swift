import HTTP
import Time

/// Why a source has no answer. It is a value: nothing ends because of it.
public struct SourceError: Error, Hashable, Sendable {
    /// The kind of failure, in the terms of the protocol. The set is open; a client treats a kind that it does not know
    /// as `internal`.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The word on the wire.
        public let rawValue: String

        /// The kind `rawValue`.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The server cannot be reached.
        public static let offline = Kind(.offline)
        /// No answer came in time.
        public static let timeout = Kind(.timeout)
        /// The response is an HTTP error, or not proper HTTP.
        public static let http = Kind(.http)
        /// Too many requests.
        public static let rateLimited = Kind(.rateLimited)
        /// A response came, but it is not what the source should send.
        public static let decode = Kind(.decode)
        /// The server rejects the credentials.
        public static let auth = Kind(.auth)
        /// Something is not configured, or is configured wrongly.
        public static let config = Kind(.config)
        /// The source itself reports an error.
        public static let source = Kind(.source)
        /// The fault is ours.
        public static let `internal` = Kind(.internal)

        private init(_ known: Known) {
            rawValue = known.rawValue
        }

        /// Every kind that is declared here, and what it means: the word on the wire and its documentation.
        public static var all: [(text: String, summary: String)] {
            Known.allCases.map { ($0.rawValue, $0.summary) }
        }

        /// The kinds that are declared here. None can be added without documentation.
        private enum Known: String, CaseIterable {
            case offline, timeout, http, rateLimited, decode, auth, config, source
            case `internal`

            var summary: String {
                switch self {
                case .offline: "the server cannot be reached"
                case .timeout: "no answer came in time"
                case .http: "the answer is an HTTP error, or not HTTP as it should be"
                case .rateLimited: "too many requests"
                case .decode: "the answer is not what the source should return"
                case .auth: "the server rejects the credentials"
                case .config: "something is not configured, or configured wrongly"
                case .source: "the source itself reports an error"
                case .internal: "the engine is at fault; clients read an unknown kind as this one"
                }
            }
        }
    }

    /// The kind of failure.
    public var kind: Kind

    /// A one-line message for the user: what happened, where, and what would be right. It contains no secrets.
    public var message: String

    /// Whether the same request may succeed later.
    public var isRetryable: Bool

    /// Whether to retry at once, without being asked to: the request changed nothing, and the cause is of a kind that
    /// passes within a second or two.
    public var isTransient: Bool

    /// How long the source asks the client to wait: at most a day.
    public var retryAfter: Duration?

    /// The status of the HTTP response, if there was one.
    public var httpStatus: Int?

    /// The name of the source, if it is one of several within the source that was asked.
    public var source: String?

    /// Whether the thing that was asked for does not exist: an item with an id that nothing has.
    public var isNoSuchItem: Bool

    /// An error with these members. A wait is limited to between 0 and a day; a status that HTTP does not have counts
    /// as nil.
    public init(
        _ kind: Kind, _ message: String, isRetryable: Bool = false, isTransient: Bool = false,
        retryAfter: Duration? = nil,
        httpStatus: Int? = nil, isNoSuchItem: Bool = false
    ) {
        self.kind = kind
        self.message = message
        self.isRetryable = isRetryable || isTransient
        self.isTransient = isTransient
        self.retryAfter = retryAfter.map { min(max(.zero, $0), .day) }
        self.httpStatus = httpStatus.flatMap { (100...599).contains($0) ? $0 : nil }
        self.isNoSuchItem = isNoSuchItem
    }

    /// Whether both are the same. Strings are compared by their bytes.
    public static func == (left: SourceError, right: SourceError) -> Bool {
        left.kind == right.kind && left.message.hasSameBytes(as: right.message)
            && left.isRetryable == right.isRetryable && left.isTransient == right.isTransient
            && left.retryAfter == right.retryAfter && left.httpStatus == right.httpStatus
            && left.source.hasSameBytes(as: right.source) && left.isNoSuchItem == right.isNoSuchItem
    }

    /// The error of `openDetail` for an id that the source does not have.
    public static func noSuchItem(_ message: String) -> SourceError {
        SourceError(.source, message, isNoSuchItem: true)
    }

    /// The error of `perform` for an action that `source` does not know.
    public static func noSuchAction(_ name: String, of source: SourceInfo) -> SourceError {
        SourceError(.source, "\(source.title) has no action \"\(name)\"")
    }
}

extension SourceError {
    /// The error for a request that got no response.
    public init(_ error: TransportError) {
        switch error.code {
        case .unreachable: self.init(.offline, error.message, isTransient: true)
        case .timedOut: self.init(.timeout, error.message, isRetryable: true)
        case .cutOff: self.init(.http, error.message, isRetryable: true)
        case .unsendable: self.init(.config, error.message)
        case .exhausted: self.init(.source, error.message, isRetryable: true)
        // Whatever is missing is looked for again on each attempt.
        case .unavailable: self.init(.config, error.message, isRetryable: true)
        default: self.init(.http, error.message)
        }
    }

    /// The error for a `response` whose status is not a success, where the source does not interpret that itself.
    ///
    /// - Parameters:
    ///   - origin: The server, in a form that may be shown.
    public init(status response: HTTPResponse, from origin: String) {
        let status = response.status
        let message = "\(origin) answered with status \(status)"
        switch status {
        case 429:
            self.init(.rateLimited, "\(message): too many requests", isTransient: true)
        case 401, 403:
            self.init(.auth, "\(message): access refused")
        case 502, 503, 504:
            self.init(.http, message, isTransient: true)
        default:
            self.init(.http, message, isRetryable: status >= 500)
        }
        retryAfter = response.retryAfter
        httpStatus = status
    }
}
