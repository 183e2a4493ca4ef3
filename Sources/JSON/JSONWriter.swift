/// Writes compact JSON directly into bytes.
///
///     var writer = JSONWriter()
///     writer.object {
///         $0.member("id", 1)
///         $0.member("items") { $0.array { $0.string("→") } }
///     }
///
/// The output is one line whatever the strings contain: control characters are escaped, and so are U+0085, U+2028 and
/// U+2029, at which some line readers (Python's `splitlines`, older JavaScript) would split it.
public struct JSONWriter: ~Copyable {
    var buffer: GrowingBuffer<UInt8>
    var needsComma = false

    /// An empty writer with room for `capacity` bytes.
    public init(capacity: Int = 256) {
        buffer = GrowingBuffer(capacity: capacity)
    }

    /// How much storage `removeAll` keeps, in bytes: enough for any part of a list, which is sent 256 KiB at a time. If
    /// that much were freed after each message, `malloc` would return it to the system and the next message would fault
    /// it back in page by page.
    private static let mostKept = 1 << 19

    /// Empties the writer and makes room for `capacity` bytes. Keeps the existing storage, up to 512 KiB.
    public mutating func removeAll(reserving capacity: Int = 256) {
        buffer.removeAll(reserving: capacity, keeping: Self.mostKept)
        needsComma = false
    }

    /// A copy of the bytes written so far.
    public var bytes: [UInt8] { buffer.array }

    /// Returns the text of `value`.
    public static func bytes(of value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    /// Returns the text of an object; `members` writes its members.
    public static func bytes(ofObject members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        return writer.bytes
    }

    /// Writes an object; `members` writes its members.
    @inlinable public mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        members(&self)
        close(UInt8(ascii: "}"))
    }

    /// Writes an array; `elements` writes its elements.
    @inlinable public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "["))
        elements(&self)
        close(UInt8(ascii: "]"))
    }

    @usableFromInline mutating func open(_ bracket: UInt8) {
        separate(and: 1)
        buffer.put(bracket)
        needsComma = false
    }

    @usableFromInline mutating func close(_ bracket: UInt8) {
        buffer.makeRoom(1)
        buffer.put(bracket)
        needsComma = true
    }

    /// Writes `null`.
    public mutating func null() {
        word("null")
    }

    /// Writes `true` or `false`.
    public mutating func boolean(_ value: Bool) {
        word(value ? "true" : "false")
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int) {
        // Room for the digits of 2^64 and a sign.
        separate(and: 21)
        if value < 0 { buffer.put(UInt8(ascii: "-")) }
        buffer.put(value.magnitude)
    }

    /// Writes a string. The argument is consumed: callers mostly pass a temporary copy, and this saves a retain and a
    /// release.
    public mutating func string(_ value: consuming String) {
        value.withUTF8 { string(utf8: $0) }
    }

    /// Writes a string from our own code, which needs no escaping.
    public mutating func string(_ value: StaticString) {
        separate(and: value.utf8CodeUnitCount + 2)
        buffer.put(UInt8(ascii: "\""))
        buffer.put(value)
        buffer.put(UInt8(ascii: "\""))
    }

    /// Writes a string given as UTF-8, which must be valid.
    public mutating func string(utf8 value: UnsafeBufferPointer<UInt8>) {
        separate(and: Self.room(toQuote: value))
        quoted(value)
    }

    /// Writes any value.
    public mutating func value(_ value: consuming JSONValue) {
        switch consume value {
        case .null: null()
        case .boolean(let value): boolean(value)
        case .number(let number): raw(number.text)
        case .string(let value): string(value)
        case .array(let values):
            open(UInt8(ascii: "["))
            for value in values { self.value(value) }
            close(UInt8(ascii: "]"))
        case .object(let object):
            open(UInt8(ascii: "{"))
            for (name, value) in object.members { member(named: name, value) }
            close(UInt8(ascii: "}"))
        }
    }

    /// Writes bytes that are known to be one JSON value, as they are.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate(and: json.count)
        if json.withContiguousStorageIfAvailable({ buffer.put($0) }) == nil {
            for byte in json { buffer.put(byte) }
        }
    }

    /// Writes text that is known to be one JSON value, as it is.
    public mutating func raw(_ json: consuming String) {
        json.withUTF8 {
            separate(and: $0.count)
            buffer.put($0)
        }
    }

    /// Writes members that are known at compile time, as they are, up to the name of the last one and its colon;
    /// exactly one value must be written next.
    public mutating func members(upToName json: StaticString) {
        word(json)
        needsComma = false
    }

    private mutating func word(_ word: StaticString) {
        separate(and: word.utf8CodeUnitCount)
        buffer.put(word)
    }

    /// Writes a comma if one is needed, and makes room for `length` bytes after it.
    @inline(__always)
    mutating func separate(and length: Int) {
        buffer.makeRoom(length + 1)
        if needsComma { buffer.put(UInt8(ascii: ",")) }
        needsComma = true
    }
}
