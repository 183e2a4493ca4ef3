/// Reads JSON as RFC 8259 has it and nothing beside it: no comments, no trailing commas, no NaN, no leading zeros.
///
/// What the RFC leaves open is settled so:
/// - A byte order mark at the very start is skipped.
/// - Of two members with one name, the later one wins.
/// - A `\ud83d` without its partner becomes U+FFFD; bytes that are not UTF-8 are an error.
/// - Nesting is limited, so that no text can use up the stack.
public struct JSONParser {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private let places: Places?

    /// Which values to note the places of.
    public struct Places: Sendable {
        /// Only members of this name; nil for any.
        public var name: String?

        /// How deep at most: 1 for what stands in the outermost array or object.
        public var depth: Int

        /// The places of the members `name`, or of all values, down to `depth`.
        public init(name: String? = nil, depth: Int) {
            self.name = name
            self.depth = depth
        }
    }

    /// Where the values stand whose places are to be noted: the byte range of each.
    ///
    /// It is filled as far as parsing came, so it tells of the beginning also where parsing failed later on.
    public private(set) var located: [JSONPointer: Range<Int>] = [:]

    /// A parser of `bytes`.
    ///
    /// - Parameters:
    ///   - maximumDepth: How many arrays and objects may be open at once.
    ///   - places: Which values to note the places of; nil for none.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128, locating places: Places? = nil) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.places = places
    }

    /// Reads `bytes` as one JSON value.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        return try parser.parse()
    }

    /// Reads the text as one JSON value.
    public mutating func parse() throws(JSONError) -> JSONValue {
        let (outcome, located) = bytes.withUnsafeBufferPointer { buffer in
            var run = JSONRun(buffer, maximumDepth: maximumDepth, places: places)
            defer { run.scratch?.deallocate() }
            let outcome = Result { () throws(JSONError) in try run.document() }
            return (outcome, run.located)
        }
        self.located = located
        return try outcome.get()
    }
}

/// One pass over the bytes.
struct JSONRun {
    let buffer: UnsafeBufferPointer<UInt8>
    var position = 0
    var scratch: UnsafeMutablePointer<UInt8>?

    private let maximumDepth: Int
    private var depth = 0
    private let places: JSONParser.Places?
    private var path: [Token] = []
    private(set) var located: [JSONPointer: Range<Int>] = [:]

    fileprivate enum Token {
        case member(String)
        case element(Int)
    }

    init(_ buffer: UnsafeBufferPointer<UInt8>, maximumDepth: Int, places: JSONParser.Places?) {
        self.buffer = buffer
        self.maximumDepth = maximumDepth
        self.places = places
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        let value = try value(or: "a JSON value")
        skipSpace()
        if position < buffer.count { throw unexpected("nothing more: one message is one JSON value") }
        return value
    }

    private mutating func value(or expected: String) throws(JSONError) -> JSONValue {
        switch peek {
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "{"):
            return try nested { (run) throws(JSONError) in .object(try run.object()) }
        case UInt8(ascii: "["):
            return try nested { (run) throws(JSONError) in .array(try run.array()) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        case UInt8(ascii: "t"):
            return try literal("true", .boolean(true), or: expected)
        case UInt8(ascii: "f"):
            return try literal("false", .boolean(false), or: expected)
        case UInt8(ascii: "n"):
            return try literal("null", .null, or: expected)
        default:
            throw unexpected(expected)
        }
    }

    private mutating func nested(
        _ body: (inout JSONRun) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < maximumDepth else {
            throw JSONError(.tooDeep, at: position, "nested deeper than \(maximumDepth) arrays and objects")
        }
        depth += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return values }
        while true {
            let expected = values.isEmpty ? "a value or `]`" : "a value"
            values.append(try value(or: expected, at: .element(values.count)))
            skipSpace()
            if take(UInt8(ascii: "]")) { return values }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `]`") }
            skipSpace()
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var object = JSONObject()
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return object }
        while true {
            guard peek == UInt8(ascii: "\"") else { throw unexpected("a member's name in quotes") }
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
            skipSpace()
            object[name] = try value(or: "a value", at: .member(name))
            skipSpace()
            if take(UInt8(ascii: "}")) { return object }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `}`") }
            skipSpace()
        }
    }

    /// Reads a value inside another one, and notes its place if that is wanted.
    private mutating func value(or expected: String, at token: Token) throws(JSONError) -> JSONValue {
        guard let places, depth <= places.depth else { return try value(or: expected) }
        let start = position
        path.append(token)
        let value = try value(or: expected)
        if places.isWanted(token) { located[pointer] = start..<position }
        path.removeLast()
        return value
    }

    private var pointer: JSONPointer {
        JSONPointer(
            path.map { token in
                switch token {
                case .member(let name): name
                case .element(let index): String(index)
                }
            })
    }

    private mutating func literal(
        _ word: StaticString, _ value: JSONValue, or expected: String
    ) throws(JSONError) -> JSONValue {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        for letter in letters {
            guard take(letter) else { throw unexpected("`\(word)`") }
        }
        return value
    }
}

extension JSONParser.Places {
    fileprivate func isWanted(_ token: JSONRun.Token) -> Bool {
        guard let name else { return true }
        if case .member(let member) = token { return member == name }
        return false
    }
}

extension JSONRun {
    /// The byte to read next; 0 at the end (and for a NUL, which can stand nowhere in JSON outside a string).
    var peek: UInt8 {
        position < buffer.count ? buffer[position] : 0
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < buffer.count, buffer[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func skipSpace() {
        while position < buffer.count {
            switch buffer[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func unexpected(_ expected: String) -> JSONError {
        guard position < buffer.count else {
            return JSONError(.unexpectedEnd, at: position, "the text ends where \(expected) should stand")
        }
        let byte = buffer[position]
        let found =
            (0x21...0x7E).contains(byte)
            ? "`\(Character(UnicodeScalar(byte)))`" : "byte 0x" + String(byte, radix: 16, uppercase: true)
        return JSONError(.unexpectedByte, at: position, "found \(found) where \(expected) should stand")
    }
}
