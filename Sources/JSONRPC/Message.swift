import JSON

/// One message from a client, read.
///
/// Reading never fails: what is wrong with a message is part of what it is, together with the id to answer with.
public enum Message: Hashable, Sendable {
    /// One call.
    case single(Entry)
    /// Several, to be answered together.
    case batch([Entry])

    /// One call, or what should have been one.
    public enum Entry: Hashable, Sendable {
        /// A call.
        case call(Call)
        /// Something that is none, to be answered with this error.
        case invalid(id: RequestID, ResponseError)
    }

    /// An id stands in the message, or in an element of a batch.
    private static let idPlaces = JSONParser.Places(name: "id", depth: 2)

    /// Reads the text of a message.
    public init(_ bytes: [UInt8]) {
        var parser = JSONParser(bytes, locating: Self.idPlaces)
        do {
            let value = try parser.parse()
            switch value {
            case .array(let values) where values.isEmpty:
                self = .single(.invalid(id: .null, ResponseError(.invalidRequest, "a batch must not be empty")))
            case .array(let values):
                self = .batch(
                    values.enumerated().map { index, value in
                        Entry(value, id: Self.text(parser.located[[String(index), "id"]], of: bytes))
                    })
            default:
                self = .single(Entry(value, id: Self.text(parser.located[["id"]], of: bytes)))
            }
        } catch {
            let id = Self.readableID(of: bytes, located: parser.located)
            let data: JSONObject = JSONObject([("offset", .number(JSONNumber(error.offset)))])
            self = .single(.invalid(id: id, ResponseError(.parseError, error.description, data: data)))
        }
    }

    /// What is answered to a message that is longer than `limit` bytes, of which `beginning` was read.
    public init(tooLong beginning: [UInt8], limit: Int) {
        var parser = JSONParser(beginning, locating: Self.idPlaces)
        _ = try? parser.parse()
        let id = Self.readableID(of: beginning, located: parser.located)
        let detail = "the message is longer than \(limit) bytes, and was skipped to its end"
        let data = JSONObject([("limit", .number(JSONNumber(limit)))])
        self = .single(.invalid(id: id, ResponseError(.invalidRequest, detail, data: data)))
    }

    /// The id of a message that is not whole, if it stands in front of what is wrong, and the message is no batch.
    private static func readableID(of bytes: [UInt8], located: [JSONPointer: Range<Int>]) -> RequestID {
        guard let range = located[["id"]], let value = try? JSONParser.parse(Array(bytes[range])), value.isRequestID
        else { return .null }
        return RequestID(value, json: text(range, of: bytes))
    }

    private static func text(_ range: Range<Int>?, of bytes: [UInt8]) -> String? {
        range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
}

extension Message.Entry {
    /// Reads a value as a call, whose id was written as `idText`.
    fileprivate init(_ value: JSONValue, id idText: String?) {
        guard let object = value.object else {
            self = .invalid(id: .null, ResponseError(.invalidRequest, "a request is an object, not \(value.kind)"))
            return
        }
        let idValue = object["id"]
        if let idValue, !idValue.isRequestID {
            self = .invalid(id: .null, Self.wrongMember("id", idValue, expected: "a string, a number or null"))
            return
        }
        let id = idValue.map { RequestID($0, json: idText) }
        self = Self.call(object, id: id).map(Self.call) { .invalid(id: id ?? .null, $0) }
    }

    private static func call(_ object: JSONObject, id: RequestID?) -> Result<Call, ResponseError> {
        guard object["jsonrpc"] == "2.0" else {
            return .failure(wrongMember("jsonrpc", object["jsonrpc"], expected: #""2.0""#))
        }
        guard let method = object["method"]?.string else {
            return .failure(wrongMember("method", object["method"], expected: "a string"))
        }
        switch object["params"] {
        case nil, .null, .array([]):
            return .success(Call(id: id, method: method))
        case .object(let params):
            return .success(Call(id: id, method: method, params: params))
        case .array:
            let detail = "`params` must be an object: params are passed by name here, not by position"
            return .failure(ResponseError(.invalidParams, detail, data: JSONObject([("member", "params")])))
        case .some(let other):
            return .failure(wrongMember("params", other, expected: "an object"))
        }
    }

    private static func wrongMember(_ name: String, _ found: JSONValue?, expected: String) -> ResponseError {
        let found =
            switch found {
            case nil: "it is missing"
            case .string(let text) where text.utf8.count <= 40: "not \"\(text)\""
            case .some(let value): "not \(value.kind)"
            }
        return ResponseError(
            .invalidRequest, "`\(name)` must be \(expected), \(found.hasPrefix("not") ? found : "but \(found)")",
            data: JSONObject([("member", .string(name)), ("expected", .string(expected))]))
    }
}

extension Result {
    /// The one thing that both outcomes come to.
    fileprivate func map<Other>(_ success: (Success) -> Other, _ failure: (Failure) -> Other) -> Other {
        switch self {
        case .success(let value): success(value)
        case .failure(let error): failure(error)
        }
    }
}

extension JSONValue {
    fileprivate var isRequestID: Bool {
        switch self {
        case .string, .number, .null: true
        default: false
        }
    }
}
