/// A parsed JSON text: an index of where its values are. Each value is decoded when it is asked for.
///
///     let document = try JSONDocument(bytes)
///     let title = document.member("title", of: document.root).flatMap { document.string($0) }
///
/// Accepts exactly the JSON of RFC 8259: no comments, no trailing commas, no NaN, no leading zeros. What the RFC leaves
/// open is settled as follows:
/// - A byte order mark at the very start is skipped.
/// - Of duplicate members, the last one wins.
/// - A lone surrogate such as `\ud83d` becomes U+FFFD; bytes that are not UTF-8 are an error.
/// - Nesting is limited, so that no text can exhaust the stack.
public struct JSONDocument: Sendable {
    @usableFromInline let contents: JSONContents

    /// The text.
    @inlinable public var bytes: [UInt8] { contents.bytes }

    /// A value of a document. It has no meaning in any other document.
    public struct Node: Hashable, Sendable {
        @usableFromInline let index: UInt32

        @inlinable init(_ index: Int) {
            self.index = UInt32(truncatingIfNeeded: index)
        }
    }

    /// Reads `bytes` as one JSON value.
    ///
    /// - Parameters:
    ///   - maximumDepth: The maximum number of arrays and objects that may be open at once.
    ///   - maximumCount: The maximum number of values and member names: each takes 20 bytes in addition to the text.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128, maximumCount: Int = .max) throws(JSONError) {
        let (document, fault) = Self.beginning(of: bytes, maximumDepth: maximumDepth, maximumCount: maximumCount)
        if let fault { throw fault }
        self = document
    }

    /// Reads `bytes` up to the first fault. Values that are complete before it can be read; a value that contains it is
    /// left out of its container.
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
            return scanner.released()
        }
        return (JSONDocument(contents: JSONContents(bytes: bytes, entries: entries)), fault)
    }

    private init(contents: JSONContents) {
        self.contents = contents
    }

    /// The outermost value. If the text has none, this node refers to nothing.
    public var root: Node { Node(0) }

    /// Returns the kind of the value, even of a container that is incomplete; nil if there is no value.
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

    /// Returns the byte range of the value in the text, or nil if the value is incomplete.
    public func range(_ node: Node) -> Range<Int>? {
        guard let entry = entry(node), entry.isWhole else { return nil }
        return entry.range
    }

    @inlinable func entry(_ node: Node) -> JSONEntry? {
        node.index < contents.count ? contents[Int(node.index)] : nil
    }
}
