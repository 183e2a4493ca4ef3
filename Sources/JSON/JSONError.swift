/// Why bytes are not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is. More may be added.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// A byte that cannot stand where it stands.
        public static let unexpectedByte = Code("unexpectedByte")
        /// The text stops in the middle.
        public static let unexpectedEnd = Code("unexpectedEnd")
        /// Arrays and objects nested deeper than the limit.
        public static let tooDeep = Code("tooDeep")
        /// A text longer than can be read.
        public static let tooLong = Code("tooLong")
        /// More values and names than the limit.
        public static let tooMany = Code("tooMany")
        /// Bytes in a string that are not UTF-8.
        public static let invalidUTF8 = Code("invalidUTF8")
    }

    /// What kind of fault it is.
    public let code: Code

    /// Where it is: bytes from the start.
    public let offset: Int

    /// What was found and what would be right, in one line.
    public let description: String

    init(_ code: Code, at offset: Int, _ description: String) {
        self.code = code
        self.offset = offset
        self.description = "\(description) at byte \(offset)"
    }
}
