/// A JSON text that has been read: where each of its values stands. What a value is, is worked out when it is asked
/// for.
///
///     let document = try JSONDocument(bytes)
///     let title = document.member("title", of: document.root).flatMap { document.string($0) }
///
/// JSON is what RFC 8259 has and nothing beside it: no comments, no trailing commas, no NaN, no leading zeros. What the
/// RFC leaves open is settled so:
/// - A byte order mark at the very start is skipped.
/// - Of two members with one name, the later one wins.
/// - A `\ud83d` without its partner becomes U+FFFD; bytes that are not UTF-8 are an error.
/// - Nesting is limited, so that no text can use up the stack.
public struct JSONDocument: Sendable {
    /// The text.
    public let bytes: [UInt8]

    @usableFromInline let entries: [JSONEntry]

    /// One value of a document. It means nothing to another document.
    public struct Node: Hashable, Sendable {
        @usableFromInline let index: UInt32

        @inlinable init(_ index: Int) {
            self.index = UInt32(truncatingIfNeeded: index)
        }
    }

    /// Reads `bytes` as one JSON value.
    ///
    /// - Parameters:
    ///   - maximumDepth: How many arrays and objects may be open at once.
    ///   - maximumCount: How many values and names of members there may be: each takes 20 bytes beside the text.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128, maximumCount: Int = .max) throws(JSONError) {
        let (document, fault) = Self.beginning(of: bytes, maximumDepth: maximumDepth, maximumCount: maximumCount)
        if let fault { throw fault }
        self = document
    }

    /// Reads `bytes` as far as they are JSON. Of what stands in front of the fault, values that have come to their end
    /// can be read; whatever holds the fault is not there.
    public static func beginning(
        of bytes: [UInt8], maximumDepth: Int = 128, maximumCount: Int = .max
    ) -> (document: JSONDocument, fault: JSONError?) {
        var fault: JSONError?
        let entries = bytes.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(buffer, maximumDepth: maximumDepth, maximumCount: maximumCount)
            do throws(JSONError) {
                try scanner.scan()
            } catch {
                fault = error
            }
            return scanner.entries.array
        }
        return (JSONDocument(bytes: bytes, entries: entries), fault)
    }

    private init(bytes: [UInt8], entries: [JSONEntry]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// The outermost value. Of a text without any value, it is one that is nothing.
    public var root: Node { Node(0) }

    /// What the value is. Of a container that the text breaks off in, what it would have been.
    public func kind(_ node: Node) -> JSONKind? {
        guard let entry = entry(node) else { return nil }
        return switch entry.kind {
        case .null: .null
        case .yes, .no: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether the value is `null`.
    @inlinable public func isNull(_ node: Node) -> Bool {
        entry(node)?.kind == .null
    }

    /// The place of the value in the text; nil if it has no end.
    public func range(_ node: Node) -> Range<Int>? {
        guard let entry = entry(node), entry.isWhole else { return nil }
        return entry.range
    }

    @inlinable func entry(_ node: Node) -> JSONEntry? {
        node.index < entries.count ? entries[Int(node.index)] : nil
    }
}
