/// Why bytes are not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault. More may be added.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// A byte that is not allowed where it is.
        public static let unexpectedByte = Code("unexpectedByte")
        /// The text ends too early.
        public static let unexpectedEnd = Code("unexpectedEnd")
        /// Arrays and objects nested deeper than the limit.
        public static let tooDeep = Code("tooDeep")
        /// A text that is too long to be read.
        public static let tooLong = Code("tooLong")
        /// More values and names than the limit.
        public static let tooMany = Code("tooMany")
        /// Bytes in a string that are not UTF-8.
        public static let invalidUTF8 = Code("invalidUTF8")
    }

    /// The kind of fault.
    public let code: Code

    /// The offset of the fault, in bytes.
    public let offset: Int

    /// What was found and what was expected, in one line.
    public let description: String

    init(_ code: Code, at offset: Int, _ description: String) {
        self.code = code
        self.offset = offset
        self.description = "\(description) at byte \(offset)"
    }
}
