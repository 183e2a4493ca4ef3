/// The way from a document's outermost value to one inside it (RFC 6901).
public struct JSONPointer: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The names of members and the positions of elements to go by, from the outside in.
    public var tokens: [String]

    /// The pointer that goes by `tokens`.
    public init(_ tokens: [String]) {
        self.tokens = tokens
    }

    /// The pointer that goes by these tokens.
    public init(arrayLiteral elements: String...) {
        tokens = elements
    }

    /// The pointer as RFC 6901 writes it: `/sources/wikipedia/language`.
    public var description: String {
        tokens.map { token in
            "/" + token.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
        }.joined()
    }
}
