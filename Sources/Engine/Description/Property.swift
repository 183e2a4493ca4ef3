import JSON

/// A member of an object on the wire with the way to its value: what the schema says, and what is written, come from
/// this one declaration. A value is looked at where it is: what need not be copyable is not copied.
struct Property<Value: ~Copyable>: Sendable {
    let member: Member
    fileprivate let write: @Sendable (inout JSONWriter, borrowing Value) -> Void

    /// A member whose value `write` writes, or that is left out where `isWritten` says so.
    init(
        _ name: StaticString, _ schema: Schema, isRequired: Bool = true, _ summary: String,
        isWritten: (@Sendable (borrowing Value) -> Bool)? = nil,
        write: @escaping @Sendable (inout JSONWriter, borrowing Value) -> Void
    ) {
        member = Member("\(name)", schema, isRequired: isRequired, summary)
        self.write = { writer, value in
            if isWritten?(value) ?? true { writer.member(name) { write(&$0, value) } }
        }
    }

    private init(_ member: Member, write: @escaping @Sendable (inout JSONWriter, borrowing Value) -> Void) {
        self.member = member
        self.write = write
    }
}

extension Property where Value: ~Copyable {
    /// A member that is a string.
    init(
        _ name: StaticString, as schema: Schema = .string, _ summary: String,
        _ value: @escaping @Sendable (borrowing Value) -> String
    ) {
        self.init(Member("\(name)", schema, summary)) { $0.member(name, value($1)) }
    }

    /// A member that is a string, and left out where that is nil.
    init(
        ifPresent name: StaticString, as schema: Schema = .string, _ summary: String,
        _ value: @escaping @Sendable (borrowing Value) -> String?
    ) {
        self.init(Member("\(name)", schema, isRequired: false, summary)) { $0.member(ifPresent: name, value($1)) }
    }

    /// A member that is a string or null.
    init(
        orNull name: StaticString, as schema: Schema = .string, _ summary: String,
        _ value: @escaping @Sendable (borrowing Value) -> String?
    ) {
        self.init(Member("\(name)", .orNull(schema), summary)) { $0.member(orNull: name, value($1)) }
    }

    /// A member that is a whole number, at least `least`.
    init(
        _ name: StaticString, atLeast least: Int, _ summary: String,
        _ value: @escaping @Sendable (borrowing Value) -> Int
    ) {
        self.init(Member("\(name)", .integer(atLeast: least), summary)) { $0.member(name, value($1)) }
    }

    /// A member that is a whole number, and left out where that is nil.
    init(
        ifPresent name: StaticString, atLeast least: Int, _ summary: String,
        _ value: @escaping @Sendable (borrowing Value) -> Int?
    ) {
        self.init(Member("\(name)", .integer(atLeast: least), isRequired: false, summary)) {
            $0.member(ifPresent: name, value($1))
        }
    }

    /// A member that is true or false.
    init(_ name: StaticString, _ summary: String, _ value: @escaping @Sendable (borrowing Value) -> Bool) {
        self.init(Member("\(name)", .boolean, summary)) { $0.member(name, value($1)) }
    }

    /// A member that is true, or left out.
    init(ifTrue name: StaticString, _ summary: String, _ value: @escaping @Sendable (borrowing Value) -> Bool) {
        self.init(Member("\(name)", .boolean, isRequired: false, summary)) {
            if value($1) { $0.member(name, true) }
        }
    }

    /// The same member of an object that holds the value.
    func of<Whole: ~Copyable>(_ part: @escaping @Sendable (borrowing Whole) -> Value) -> Property<Whole> {
        let write = write
        return Property<Whole>(member) { write(&$0, part($1)) }
    }
}

extension Array {
    /// The same members of an object that holds the value.
    func of<Whole, Value>(_ part: @escaping @Sendable (Whole) -> Value) -> [Property<Whole>]
    where Element == Property<Value> {
        map { $0.of(part) }
    }

    /// The members by themselves: what a schema says of them.
    func members<Value>() -> [Member] where Element == Property<Value> {
        map(\.member)
    }
}

extension JSONWriter {
    /// Writes `value` as an object with these members.
    mutating func object<Value: ~Copyable>(_ value: borrowing Value, _ properties: [Property<Value>]) {
        object { $0.members(value, properties) }
    }

    /// Writes each of `values` as an object with these members.
    mutating func objects<Value: ~Copyable>(_ values: Span<Value>, _ properties: [Property<Value>]) {
        for index in values.indices { object(values[index], properties) }
    }

    /// Writes these members of `value`.
    mutating func members<Value: ~Copyable>(_ value: borrowing Value, _ properties: [Property<Value>]) {
        // In place: a loop over the array would copy what the schema says of each, too.
        let properties = properties.span
        for index in properties.indices { properties[index].write(&self, value) }
    }
}

extension JSONObject {
    /// `value` as an object with these members.
    init<Value>(writing value: Value, _ properties: [Property<Value>]) {
        var writer = JSONWriter()
        writer.object(value, properties)
        self = (try? JSONParser.parse(writer.bytes))?.object ?? JSONObject()
    }
}
