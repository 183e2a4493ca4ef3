import Bytes
import JSON

/// A parsed message from a peer that answers our requests, whose ids are whole numbers.
public enum PeerMessage: Hashable, Sendable {
    /// The result of the request with this id, as it was written.
    case result(id: Int, json: [UInt8])
    /// The request with this id failed. `data` is as it was written, and empty if there is none.
    case failure(id: Int, code: Int, message: String, data: [UInt8])
    /// A notification and its params as they were written; empty if there are none.
    case notification(method: String, params: [UInt8])

    /// What is wrong with a message from a peer.
    public struct Fault: Error, Hashable, Sendable {
        /// What was sent and what was expected, worded to follow the name of the sender.
        public let message: String

        /// A fault with this message.
        public init(_ message: String) {
            self.message = message
        }
    }

    /// The maximum number of values and names in a message, which keeps its index in proportion to its text.
    public static let mostValues = 500_000

    /// Parses a message.
    public init(_ bytes: [UInt8]) throws(Fault) {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(bytes, maximumCount: Self.mostValues)
        } catch {
            let reason = error.code == .tooMany ? "more than \(Self.mostValues) values and names" : "not JSON: \(error)"
            throw Fault("wrote a line that is \(reason): \(Self.quoted(bytes)); each line must be one JSON-RPC message")
        }
        guard document.kind(document.root) == .object else {
            throw Fault("wrote \(Self.quoted(bytes)); a message must be an object, and batches are not allowed")
        }
        self = try Self.message(PeerMembers(document), quoted: Self.quoted(bytes))
    }

    private static func message(_ members: PeerMembers, quoted: String) throws(Fault) -> PeerMessage {
        guard members.isVersion2 else { throw Fault("wrote \(quoted) without `\"jsonrpc\": \"2.0\"`") }
        if let method = members.method {
            guard members.id == nil else {
                throw Fault(
                    "asked for \(Self.quoted(method.utf8)); a provider sends no requests: a notification has no `id`")
            }
            return .notification(method: method, params: members.json(members.params))
        }
        guard let id = members.id else {
            throw Fault("wrote \(quoted), which has neither the `id` of a request nor a `method`")
        }
        switch (members.result, members.error) {
        case (let result?, nil):
            guard let number = members.integer(id) else { throw members.unknown(id) }
            return .result(id: number, json: members.json(result))
        case (nil, let error?):
            guard let code = members.integer("code", of: error), let message = members.string("message", of: error)
            else { throw Fault("wrote \(quoted); an `error` must have an integer `code` and a string `message`") }
            // An error without an id is about a message that could not be read.
            guard let number = members.integer(id) else {
                throw Fault(
                    "answered with the error \(code): \(Self.quoted(message.utf8)); an answer must have the `id` of its request"
                )
            }
            return .failure(
                id: number, code: code, message: message, data: members.json(members.member("data", of: error)))
        default: throw Fault("wrote \(quoted); an answer must have either `result` or `error`")
        }
    }

    /// Returns the beginning of a text for an error message.
    fileprivate static func quoted(_ bytes: some Collection<UInt8>) -> String {
        "`\(String(decoding: bytes.prefix(80), as: UTF8.self).onOneLine)`" + (bytes.count > 80 ? "…" : "")
    }
}

/// The members of a response or a notification that are meaningful; the last duplicate wins.
private struct PeerMembers {
    private let document: JSONDocument
    let id, params, result, error: JSONDocument.Node?
    let method: String?
    let isVersion2: Bool

    init(_ document: JSONDocument) {
        self.document = document
        let root = document.root
        id = document.member("id", of: root)
        params = document.member("params", of: root)
        let result = document.member("result", of: root)
        error = document.member("error", of: root).flatMap { document.isNull($0) ? nil : $0 }
        // JSON-RPC 1.0 sends both, one of them null.
        self.result = error != nil && result.map({ document.isNull($0) }) == true ? nil : result
        method = document.member("method", of: root).flatMap { document.string($0) }
        isVersion2 = document.member("jsonrpc", of: root).map { document.isString($0, "2.0") } ?? false
    }

    func integer(_ node: JSONDocument.Node) -> Int? { document.integer(node) }

    func member(_ name: StaticString, of node: JSONDocument.Node) -> JSONDocument.Node? {
        document.member(name, of: node)
    }

    func integer(_ name: StaticString, of node: JSONDocument.Node) -> Int? {
        document.member(name, of: node).flatMap { document.integer($0) }
    }

    func string(_ name: StaticString, of node: JSONDocument.Node) -> String? {
        document.member(name, of: node).flatMap { document.string($0) }
    }

    /// Returns the text of a value; empty if there is none.
    func json(_ node: JSONDocument.Node?) -> [UInt8] {
        node.flatMap { document.range($0) }.map { Array(document.bytes[$0]) } ?? []
    }

    func unknown(_ id: JSONDocument.Node) -> PeerMessage.Fault {
        PeerMessage.Fault("answered a request with the id \(PeerMessage.quoted(json(id))), which was never made")
    }
}

extension JSONWriter {
    /// Writes a request whose `params` are already JSON.
    public mutating func request(_ id: Int, _ method: String, params: [UInt8]) {
        object {
            $0.member("jsonrpc", "2.0")
            $0.member("id", id)
            $0.member("method", method)
            $0.member("params") { $0.raw(params) }
        }
    }
}
