import JSON

/// A parsed message from a client.
///
/// Parsing never fails: what is wrong with a message becomes part of it, together with the id to respond with.
public enum Message: Hashable, Sendable {
    /// One call.
    case single(Entry)
    /// Several calls, to be answered together.
    case batch([Entry])

    /// The maximum number of calls in a batch.
    public static let longestBatch = 1000

    /// One call, or what should have been one.
    public enum Entry: Hashable, Sendable {
        /// A call.
        case call(Call)
        /// Something that is not a call, to be answered with this error.
        case invalid(id: RequestID, ResponseError)
        /// A notification with invalid params, which gets no response.
        case refused(ResponseError)
    }

    /// Reads the text of a message.
    public init(_ bytes: [UInt8]) {
        let (document, fault) = JSONDocument.beginning(of: bytes)
        let root = document.root
        if let fault {
            let data = JSONObject([("offset", .number(JSONNumber(fault.offset)))])
            let error = ResponseError(.parseError, fault.description, data: data)
            self = .single(.invalid(id: Self.readableID(in: document), error))
        } else if document.kind(root) != .array {
            self = .single(.reading(document, root))
        } else if document.count(root) == 0 {
            self = .single(.invalid(id: .null, ResponseError(.invalidRequest, "a batch must not be empty")))
        } else if document.count(root) > Self.longestBatch {
            let found = document.count(root)
            let detail = "a batch has at most \(Self.longestBatch) calls, not \(found)"
            self = .single(.invalid(id: .null, ResponseError(.invalidRequest, detail)))
        } else {
            self = .batch(document.elements(of: root).map { .reading(document, $0) })
        }
    }

    /// The error response to a message that is longer than `limit` bytes, of which `beginning` was read.
    public init(tooLong beginning: [UInt8], limit: Int) {
        let detail = "the message is longer than \(limit) bytes, and was skipped to its end"
        let data = JSONObject([("limit", .number(JSONNumber(limit)))])
        let id = Self.readableID(in: JSONDocument.beginning(of: beginning).document)
        self = .single(.invalid(id: id, ResponseError(.invalidRequest, detail, data: data)))
    }

    /// Returns the id of a malformed or truncated message if it comes before the fault; `null` if not, and for a batch.
    private static func readableID(in document: JSONDocument) -> RequestID {
        guard let node = document.member("id", of: document.root) else { return .null }
        // Digits at the very end may be the beginning of a longer number.
        if document.kind(node) == .number, document.range(node)?.upperBound == document.bytes.count { return .null }
        return RequestID(document, node) ?? .null
    }
}

extension RequestID {
    /// The id at `node`, byte for byte; nil if the value cannot be an id.
    fileprivate init?(_ document: JSONDocument, _ node: JSONDocument.Node) {
        switch document.kind(node) {
        case .string, .number, .null: break
        default: return nil
        }
        guard let text = document.text(node) else { return nil }
        self.init(json: text)
    }
}

extension Message.Entry {
    /// The members of a request that are meaningful; the last duplicate wins.
    private struct Members {
        var id, version, method, params: JSONDocument.Node?

        init(_ document: JSONDocument, of node: JSONDocument.Node) {
            document.forEachMember(of: node) { name, value in
                switch name {
                case "jsonrpc": version = value
                case "id": id = value
                case "method": method = value
                case "params": params = value
                default: break
                }
            }
        }
    }

    /// Reads a value as a call.
    fileprivate static func reading(_ document: JSONDocument, _ node: JSONDocument.Node) -> Message.Entry {
        guard document.kind(node) == .object else {
            let found = document.kind(node)?.rawValue ?? ""
            return .invalid(id: .null, ResponseError(.invalidRequest, "a request is an object, not \(found)"))
        }
        let members = Members(document, of: node)
        let id = members.id.flatMap { RequestID(document, $0) }
        if id == nil, members.id != nil {
            let error = wrongMember("id", document, members.id, expected: "a string, a number or null")
            return .invalid(id: .null, error)
        }
        if let fault = fault(in: members, of: document) {
            return id == nil && fault.code == .invalidParams ? .refused(fault) : .invalid(id: id ?? .null, fault)
        }
        let method = members.method.flatMap { document.string($0) } ?? ""
        return .call(Call(id: id, method: method, params: CallParams(document, members.params)))
    }

    /// Returns what is wrong with the members other than the id; nil if nothing is.
    private static func fault(in members: Members, of document: JSONDocument) -> ResponseError? {
        guard let version = members.version, document.isString(version, "2.0") else {
            return wrongMember("jsonrpc", document, members.version, expected: #""2.0""#)
        }
        guard let method = members.method, document.kind(method) == .string else {
            return wrongMember("method", document, members.method, expected: "a string")
        }
        guard let params = members.params else { return nil }
        switch document.kind(params) {
        case .object, .null: return nil
        case .array where document.count(params) == 0: return nil
        case .array:
            // Without an id this is still a notification (JSON-RPC 2.0, section 4.2).
            let detail = "`params` must be an object: params are passed by name here, not by position"
            return ResponseError(.invalidParams, detail, data: JSONObject([("member", "params")]))
        default:
            return wrongMember("params", document, params, expected: "an object")
        }
    }

    private static func wrongMember(
        _ name: String, _ document: JSONDocument, _ node: JSONDocument.Node?, expected: String
    ) -> ResponseError {
        let found =
            switch node.map({ document.value($0) }) {
            case nil: "but it is missing"
            case .string(let text) where text.utf8.count <= 40: "not \"\(text)\""
            case .some(let value): "not \(value.kind)"
            }
        return ResponseError(
            .invalidRequest, "`\(name)` must be \(expected), \(found)",
            data: JSONObject([("member", .string(name)), ("expected", .string(expected))]))
    }
}
