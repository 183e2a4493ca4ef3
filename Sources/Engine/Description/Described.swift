import JSON

/// An object on the wire. Each of its members is declared once, together with how to get its value: both the schema and
/// what is written come from this one declaration.
protocol Described {
    /// Adds the members to `list`, in order.
    static func describe(_ list: inout some MemberList<Self>)
}

/// Takes the members of an object, to write them or to list them for a schema. Each description is compiled for both,
/// so that writing an object is no more than writing one member after the other.
///
/// The closures of a member get the object in place, to read and not to change; otherwise each would be passed a copy.
protocol MemberList<Object> {
    associatedtype Object

    /// Adds a member; `write` writes all of it, or nothing.
    mutating func member(_ member: @autoclosure () -> Member, _ write: (inout JSONWriter, inout Object) -> Void)

    /// Adds the members of `part`, an object that the object contains.
    mutating func members<Part: Described>(of part: (inout Object) -> Part)
}

extension MemberList {
    /// Adds a member whose value `write` writes; it is left out if `isWritten` returns false.
    @inline(__always)
    mutating func add(
        _ name: StaticString, _ schema: @autoclosure () -> Schema, isRequired: Bool = true, _ summary: String,
        isWritten: (inout Object) -> Bool = { _ in true }, write: (inout JSONWriter, inout Object) -> Void
    ) {
        member(Member("\(name)", schema(), isRequired: isRequired, summary)) { writer, object in
            if isWritten(&object) { writer.member(name) { write(&$0, &object) } }
        }
    }

    /// Adds a member that is a string.
    @inline(__always)
    mutating func add(
        _ name: StaticString, as schema: @autoclosure () -> Schema = .string, _ summary: String,
        _ value: (inout Object) -> String
    ) {
        member(Member("\(name)", schema(), summary)) { $0.member(name, value(&$1)) }
    }

    /// Adds a member that is a string; it is left out if `value` returns nil.
    @inline(__always)
    mutating func add(
        ifPresent name: StaticString, as schema: @autoclosure () -> Schema = .string, _ summary: String,
        _ value: (inout Object) -> String?
    ) {
        member(Member("\(name)", schema(), isRequired: false, summary)) { $0.member(ifPresent: name, value(&$1)) }
    }

    /// Adds a member that is a string or null.
    @inline(__always)
    mutating func add(
        orNull name: StaticString, as schema: @autoclosure () -> Schema = .string, _ summary: String,
        _ value: (inout Object) -> String?
    ) {
        member(Member("\(name)", .orNull(schema()), summary)) { $0.member(orNull: name, value(&$1)) }
    }

    /// Adds a member that is a whole number, at least `least`.
    @inline(__always)
    mutating func add(_ name: StaticString, atLeast least: Int, _ summary: String, _ value: (inout Object) -> Int) {
        member(Member("\(name)", .integer(atLeast: least), summary)) { $0.member(name, value(&$1)) }
    }

    /// Adds a member that is a whole number; it is left out if `value` returns nil.
    @inline(__always)
    mutating func add(
        ifPresent name: StaticString, atLeast least: Int, _ summary: String, _ value: (inout Object) -> Int?
    ) {
        member(Member("\(name)", .integer(atLeast: least), isRequired: false, summary)) {
            $0.member(ifPresent: name, value(&$1))
        }
    }

    /// Adds a member that is true or false.
    @inline(__always)
    mutating func add(_ name: StaticString, _ summary: String, _ value: (inout Object) -> Bool) {
        member(Member("\(name)", .boolean, summary)) { $0.member(name, value(&$1)) }
    }

    /// Adds a member that is true, or left out.
    @inline(__always)
    mutating func add(ifTrue name: StaticString, _ summary: String, _ value: (inout Object) -> Bool) {
        member(Member("\(name)", .boolean, isRequired: false, summary)) {
            if value(&$1) { $0.member(name, true) }
        }
    }

    /// Adds a member that is an object; it is left out if `value` returns nil.
    @inline(__always)
    mutating func add<Part: Described>(
        ifPresent name: StaticString, as shape: @autoclosure () -> Shape, _ summary: String,
        _ value: (inout Object) -> Part?
    ) {
        member(Member("\(name)", .shape(shape()), isRequired: false, summary)) { writer, object in
            if let part = value(&object) { writer.member(name) { $0.object(part) } }
        }
    }
}

/// Lists the members of an object for its schema.
private struct ListedMembers<Object>: MemberList {
    var members: [Member] = []

    mutating func member(_ member: @autoclosure () -> Member, _ write: (inout JSONWriter, inout Object) -> Void) {
        members.append(member())
    }

    mutating func members<Part: Described>(of part: (inout Object) -> Part) {
        members += Part.members
    }
}

/// Writes the members of an object.
private struct WrittenMembers<Object>: MemberList {
    // Both pointers are valid while `describe` runs.
    let writer: UnsafeMutablePointer<JSONWriter>
    let object: UnsafeMutablePointer<Object>

    @inline(__always)
    func member(_ member: @autoclosure () -> Member, _ write: (inout JSONWriter, inout Object) -> Void) {
        write(&writer.pointee, &object.pointee)
    }

    func members<Part: Described>(of part: (inout Object) -> Part) {
        writer.pointee.members(of: part(&object.pointee))
    }
}

extension Described {
    /// The members without their values, as a schema lists them.
    static var members: [Member] {
        var list = ListedMembers<Self>()
        describe(&list)
        return list.members
    }
}

extension JSONWriter {
    mutating func object<Object: Described>(_ object: Object) {
        self.object { $0.members(of: object) }
    }

    /// Writes each of `objects`.
    mutating func objects<Object: Described>(_ objects: Span<Object>) {
        objects.withUnsafeBufferPointer { objects in
            // They are not changed: see `MemberList`.
            guard let first = UnsafeMutablePointer(mutating: objects.baseAddress) else { return }
            for index in objects.indices { object { $0.members(at: first + index) } }
        }
    }

    /// Writes the members of an object.
    mutating func members<Object: Described>(of object: consuming Object) {
        withUnsafeMutablePointer(to: &object) { members(at: $0) }
    }

    private mutating func members<Object: Described>(at object: UnsafeMutablePointer<Object>) {
        withUnsafeMutablePointer(to: &self) { writer in
            var list = WrittenMembers(writer: writer, object: object)
            Object.describe(&list)
        }
    }
}

extension JSONObject {
    /// The object as a JSON value.
    init(_ object: some Described) {
        let bytes = JSONWriter.bytes { $0.members(of: object) }
        self = (try? JSONParser.parse(bytes))?.object ?? JSONObject()
    }
}
