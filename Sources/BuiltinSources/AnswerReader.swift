import HTTP
import JSON
import SearchSource

/// A value in a JSON answer, and the way to it: what is wrong with an answer is told with its place.
///
///     let page = try AnswerReader(response, from: origin)
///     for hit in try page["query"]["search"].elements() { try hit["title"].string() }
///
/// A member that is not there is found out when it is read as something, so the way may lead through it.
struct AnswerReader {
    private let value: JSONValue?
    private let path: Path

    /// The way to the value. It is put into words only when something is wrong.
    private indirect enum Path {
        case answer(origin: String)
        case member(String, of: Path)
        case element(Int, of: Path)
        /// A member was looked for in what is no object.
        case lost(SourceError)

        var words: String {
            switch self {
            case .answer, .lost: "the answer"
            case .member(let name, of: .answer): name
            case .member(let name, let path): "\(path.words).\(name)"
            case .element(let index, let path): "\(path.words)[\(index)]"
            }
        }

        /// Where the way begins: at a server's answer, or where it was lost.
        var origin: Result<String, SourceError> {
            switch self {
            case .member(_, let path), .element(_, let path): path.origin
            case .answer(let origin): .success(origin)
            case .lost(let error): .failure(error)
            }
        }
    }

    /// Reads the body of `response` as JSON.
    init(_ response: HTTPResponse, from origin: String) throws(SourceError) {
        do {
            value = try JSONParser.parse(response.body)
        } catch {
            throw SourceError(
                .decode, "\(origin) answered with something that is not JSON: \(error)", httpStatus: response.status)
        }
        path = .answer(origin: origin)
    }

    private init(_ value: JSONValue?, path: Path) {
        self.value = value
        self.path = path
    }

    /// The member `name`.
    subscript(name: String) -> AnswerReader {
        switch value {
        case .object(let object): AnswerReader(object[name], path: .member(name, of: path))
        case nil, .null: AnswerReader(nil, path: .member(name, of: path))
        default: AnswerReader(nil, path: .lost(wrong("an object")))
        }
    }

    /// Whether there is anything here.
    var exists: Bool { value != nil }

    /// The value as it is; nil if it is missing or `null`.
    var json: JSONValue? {
        if case .null = value { nil } else { value }
    }

    /// The same, if it is there; nil if it is missing or `null`.
    func optional() throws(SourceError) -> AnswerReader? {
        switch value {
        case .some(.null): return nil
        case .some: return self
        case nil:
            _ = try path.origin.get()
            return nil
        }
    }

    /// The string here.
    func string() throws(SourceError) -> String {
        guard let string = value?.string else { throw wrong("a string") }
        return string
    }

    /// The string here, or the number in digits.
    func text() throws(SourceError) -> String {
        if case .number(let number)? = value { return number.text }
        guard let string = value?.string else { throw wrong("a string or a number") }
        return string
    }

    /// The object here.
    func object() throws(SourceError) -> JSONObject {
        guard let object = value?.object else { throw wrong("an object") }
        return object
    }

    /// The whole number here.
    func integer() throws(SourceError) -> Int {
        guard let integer = value?.integer else { throw wrong("a whole number") }
        return integer
    }

    /// The elements of the array here.
    func elements() throws(SourceError) -> [AnswerReader] {
        guard let array = value?.array else { throw wrong("an array") }
        return array.enumerated().map { AnswerReader($1, path: .element($0, of: path)) }
    }

    /// The elements of the array here, or the values of the object's members.
    func values() throws(SourceError) -> [AnswerReader] {
        guard let object = value?.object else { return try elements() }
        return object.members.map { AnswerReader($0.value, path: .member($0.name, of: path)) }
    }

    /// That something else is here than what is `expected`.
    func wrong(_ expected: String) -> SourceError {
        switch path.origin {
        case .failure(let error): return error
        case .success(let origin):
            let found = value.map { "not \($0.kind)" } ?? "but it is missing"
            return SourceError(.decode, "\(origin) answered wrongly: \(path.words) must be \(expected), \(found)")
        }
    }
}

extension Result where Failure == SourceError {
    /// What `body` comes to.
    init(reading body: () throws(SourceError) -> Success) {
        do {
            self = .success(try body())
        } catch {
            self = .failure(error)
        }
    }
}
