extension JSONWriter {
    /// Writes a member; `body` must write exactly one value.
    @inlinable public mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    /// Writes a member that is a string.
    public mutating func member(_ name: StaticString, _ value: consuming String) {
        self.name(name)
        string(value)
    }

    /// Writes a member that is a whole number.
    public mutating func member(_ name: StaticString, _ value: Int) {
        self.name(name)
        integer(value)
    }

    /// Writes a member that is true or false.
    public mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a member, or nothing if `value` is nil.
    public mutating func member(ifPresent name: StaticString, _ value: consuming String?) {
        if let value { member(name, value) }
    }

    /// Writes a member, or nothing if `value` is nil.
    public mutating func member(ifPresent name: StaticString, _ value: Int?) {
        if let value { member(name, value) }
    }

    /// Writes a member that is a string, or `null` if `value` is nil.
    public mutating func member(orNull name: StaticString, _ value: consuming String?) {
        self.name(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a member with a name that is not known at compile time; `body` must write exactly one value.
    public mutating func member(named name: consuming String, _ body: (inout JSONWriter) -> Void) {
        self.name(name)
        body(&self)
    }

    /// Writes a member with a name that is not known at compile time.
    public mutating func member(named name: consuming String, _ value: consuming JSONValue) {
        self.name(name)
        self.value(value)
    }

    /// Writes a string member with a name that is not known at compile time.
    public mutating func member(named name: consuming String, _ value: consuming String) {
        self.name(name)
        string(value)
    }

    /// Writes a whole-number member with a name that is not known at compile time.
    public mutating func member(named name: consuming String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    /// Writes the name of a member, given as UTF-8, which must be valid; exactly one value must be written next.
    public mutating func name(utf8 name: UnsafeBufferPointer<UInt8>) {
        string(utf8: name)
        buffer.makeRoom(1)
        buffer.put(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func name(_ name: consuming String) {
        name.withUTF8 { self.name(utf8: $0) }
    }

    /// Writes a name from our own code, which needs no escaping.
    @usableFromInline mutating func name(_ name: StaticString) {
        separate(and: name.utf8CodeUnitCount + 3)
        buffer.put(UInt8(ascii: "\""))
        buffer.put(name)
        buffer.put(UInt8(ascii: "\""))
        buffer.put(UInt8(ascii: ":"))
        needsComma = false
    }
}
