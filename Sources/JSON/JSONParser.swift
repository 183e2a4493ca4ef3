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
    private let locating: String?

    /// Where the value of the member to locate stands: the byte range by the position of its object in the outermost
    /// array, or by 0 if the outermost value is the object itself.
    ///
    /// It is filled as far as parsing came, so it tells of the beginning also where parsing failed later on.
    public private(set) var located: [Int: Range<Int>] = [:]

    /// A parser of `bytes`.
    ///
    /// - Parameters:
    ///   - maximumDepth: How many arrays and objects may be open at once.
    ///   - locating: The name of a member whose byte range is wanted, in the outermost object or in the objects of
    ///     the outermost array.
    public init(_ bytes: [UInt8], maximumDepth: Int = 128, locating: String? = nil) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.locating = locating
    }

    /// Reads `bytes` as one JSON value.
    public static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes)
        return try parser.parse()
    }

    /// Reads the text as one JSON value.
    public mutating func parse() throws(JSONError) -> JSONValue {
        let (outcome, located) = bytes.withUnsafeBufferPointer { buffer in
            var run = JSONRun(buffer, depthLeft: maximumDepth, locating: locating)
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
    var unescaped: [UInt8] = []
    private var depthLeft: Int

    private let maximumDepth: Int
    private let locating: String?
    private var element = 0
    private var isBatch = false
    private(set) var located: [Int: Range<Int>] = [:]

    init(_ buffer: UnsafeBufferPointer<UInt8>, depthLeft: Int, locating: String?) {
        self.buffer = buffer
        self.depthLeft = depthLeft
        self.maximumDepth = depthLeft
        self.locating = locating
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        isBatch = peek == UInt8(ascii: "[")
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
        guard depthLeft > 0 else {
            throw JSONError(.tooDeep, at: position, "nested deeper than \(maximumDepth) arrays and objects")
        }
        depthLeft -= 1
        let value = try body(&self)
        depthLeft += 1
        return value
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        let isOutermost = isBatch && depthLeft == maximumDepth - 1
        var values: [JSONValue] = []
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return values }
        while true {
            if isOutermost { element = values.count }
            values.append(try value(or: values.isEmpty ? "a value or `]`" : "a value"))
            skipSpace()
            if take(UInt8(ascii: "]")) { return values }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `]`") }
            skipSpace()
        }
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        let isLocating = locating != nil && depthLeft == maximumDepth - (isBatch ? 2 : 1)
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
            let start = position
            let value = try value(or: "a value")
            if isLocating, name == locating { located[element] = start..<position }
            object[name] = value
            skipSpace()
            if take(UInt8(ascii: "}")) { return object }
            guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `}`") }
            skipSpace()
        }
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
