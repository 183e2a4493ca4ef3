import HTTP
import JSON
import SearchSource

/// What a response that is not a regular answer means: one of the `errors` of a description. The first that matches
/// counts.
///
///     {"status": 403, "header": "Rate-Remaining", "is": "0", "means": "rateLimited"}
///     {"at": "/error/code", "is": 2000, "means": "auth", "message": "/error/info"}
struct ErrorRule: Sendable {
    private let statuses: [Int]
    private let pointer: AnswerPointer?
    private let header: String?
    private let values: [JSONValue]
    /// What it means; nil if the rule does not say.
    private let meaning: Meaning?
    private let code: AnswerPointer?
    private let message: [AnswerPointer]
    private let retryAfter: AnswerPointer?
    private let isRetryable: Bool
    private let hint: String?

    enum Meaning: Hashable {
        case kind(SourceError.Kind)
        /// An empty list.
        case noResults
        /// No item has the id.
        case noSuchItem
    }

    init(_ value: DescribedValue) throws(DescriptionError) {
        let object = try value.object([
            "status", "at", "header", "is", "means", "code", "message", "retryAfter", "retryable", "hint",
        ])
        statuses = try Self.list(object["status"]) { (status) throws(DescriptionError) in
            try status.integer(in: 100...599)
        }
        pointer = try object.optional("at", AnswerPointer.init)
        header = try object.optional("header") { (header) throws(DescriptionError) in try header.headerName() }
        values = try Self.list(object["is"]) { (value) throws(DescriptionError) in
            guard value.json.scalar != nil else { throw value.wrong("a string, a number or a boolean") }
            return value.json
        }
        if let place = object["is"], (object["at"] == nil) == (object["header"] == nil) {
            throw place.fault("is only allowed with either `at` or `header`, not both")
        }
        guard ["status", "at", "header"].contains(where: { object[$0] != nil }) else {
            throw value.fault("must say which answers it is for, by `status`, `at` or `header`")
        }
        let words = ["noResults", "noSuchItem"] + SourceError.Kind.all.map(\.text)
        meaning =
            switch try object.word("means", words) {
            case nil: nil
            case "noResults": .noResults
            case "noSuchItem": .noSuchItem
            case let word?: .kind(SourceError.Kind(rawValue: word))
            }
        code = try object.optional("code", AnswerPointer.init)
        message = try Self.list(object["message"], AnswerPointer.init)
        retryAfter = try object.optional("retryAfter", AnswerPointer.init)
        isRetryable = try object.isTrue("retryable")
        hint = try object.string("hint")
    }

    private static func list<Element>(
        _ value: DescribedValue?, _ read: (DescribedValue) throws(DescriptionError) -> Element
    ) throws(DescriptionError) -> [Element] {
        try value?.several(atMost: 16, read) ?? []
    }

    /// Whether all headers may be gone through to find the one that it is about.
    var scansHeaders: Bool { header != nil }

    /// Whether the rule is for this response. `answer` is its body, if that could be read.
    func fits(_ response: HTTPResponse, _ answer: AnswerReader?) -> Bool {
        guard statuses.isEmpty || statuses.contains(response.status) else { return false }
        if let header {
            guard let value = response.headers[header] else { return false }
            guard isOneOfValues(value, JSONNumber(value)) else { return false }
        }
        guard let pointer else { return true }
        guard let found = try? answer?.at(pointer)?.optional() else { return false }
        guard !values.isEmpty, let text = try? found.scalar() else { return values.isEmpty }
        let number: JSONNumber? = if case .number(let number)? = found.json { number } else { nil }
        return isOneOfValues(text, number)
    }

    /// Whether there are no values, or one is written like `text` or equals `number`, however that is written.
    private func isOneOfValues(_ text: String, _ number: JSONNumber?) -> Bool {
        values.isEmpty
            || values.contains { value in
                if case .number(let one) = value, let number, one.hasSameValue(as: number) { return true }
                return value.scalar?.hasSameBytes(as: text) == true
            }
    }

    /// Returns the error that the response means; nil if it means an empty list.
    func error(_ response: HTTPResponse, _ answer: AnswerReader?, from origin: String, budget: Budget?) -> SourceError?
    {
        let said = message.lazy.compactMap { try? answer?.at($0)?.optional()?.scalar() }.first { !$0.isEmpty }
        let isSuccess = (200..<300).contains(response.status)
        let code = code.flatMap { try? answer?.at($0)?.optional()?.scalar() }
        var text =
            "\(origin) " + (isSuccess ? "reports \(code ?? "an error")" : "answered with status \(response.status)")
        if !isSuccess, let code { text += ", \(code)" }
        if let said { text += ": \(said)" }
        if let hint { text += "; \(hint)" }
        // The status alone tells whether a service is overloaded, or fails.
        let isBusy = response.status == 429 || response.status >= 500
        let usual = isBusy ? SourceError(status: response, from: origin) : SourceError(.source, "")
        let kind: SourceError.Kind
        switch meaning {
        case .noResults: return nil
        case .noSuchItem: return SourceError(.source, text, httpStatus: response.status, isNoSuchItem: true)
        case .kind(let word): kind = word
        case nil: kind = usual.kind
        }
        let isUsual = kind == usual.kind
        let isPassing = kind == .rateLimited || kind == .offline || kind == .timeout || isUsual && usual.isRetryable
        let seconds = retryAfter.flatMap { (try? answer?.at($0))??.json?.seconds }
        let spent = kind == .rateLimited && budget?.remaining == 0 ? budget?.resetsIn : nil
        return SourceError(
            kind, text, isRetryable: isRetryable || isPassing, isTransient: isUsual && usual.isTransient,
            retryAfter: seconds ?? response.retryAfter ?? spent, httpStatus: response.status)
    }
}

extension JSONNumber {
    /// Parses a number; nil if `text` is not one.
    fileprivate init?(_ text: String) {
        guard case .number(let number)? = try? JSONParser.parse(Array(text.utf8)) else { return nil }
        self = number
    }
}

extension JSONValue {
    /// The duration that this value gives in seconds, at most a day; nil if it is negative or not a number.
    fileprivate var seconds: Duration? {
        let number: Double? = if case .number(let number) = self { number.double } else { string.flatMap(Double.init) }
        guard let number, number.isFinite, number >= 0 else { return nil }
        return .milliseconds(Int(min(number, 86_400) * 1000))
    }
}
