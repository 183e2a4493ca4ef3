extension JSONDocument {
    /// The value of the member `name`; nil if there is none, or if this is no object. Of two, the later one counts.
    public func member(_ name: StaticString, of node: Node) -> Node? {
        member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), of: node)
    }

    /// The value of the member `name`; nil if there is none, or if this is no object. Of two, the later one counts.
    public func member(named name: consuming String, of node: Node) -> Node? {
        name.withUTF8 { member($0, of: node) }
    }

    private func member(_ name: UnsafeBufferPointer<UInt8>, of node: Node) -> Node? {
        var found: Node?
        forEachEntry(ofMembersOf: node) { entry, value, bytes in
            if entry.isString(name, in: bytes) { found = value }
        }
        return found
    }

    /// How many elements or members an array or an object has, of two members with one name both; 0 for anything else.
    public func count(_ node: Node) -> Int {
        entry(node).map { Int($0.count) } ?? 0
    }

    /// How many values and names there are in a value, at whatever depth, itself among them; 1 for one that has no end.
    public func size(_ node: Node) -> Int {
        entry(node).map { $0.isWhole ? Int($0.next) - Int(node.index) : 1 } ?? 0
    }

    /// The elements of an array; none if this is something else.
    public func elements(of node: Node) -> Elements {
        Elements(self, in: node)
    }

    /// The members of an object as they stand in the text, of two with one name both; none if this is something else.
    public func members(of node: Node) -> Members {
        Members(self, in: node)
    }

    /// Hands `body` the members of an object as they stand in the text, of two with one name both; none if this is
    /// something else. Names can be told apart by a `switch`:
    ///
    ///     document.forEachMember(of: document.root) { name, value in
    ///         switch name {
    ///         case "title": title = document.string(value)
    ///         default: break
    ///         }
    ///     }
    @inlinable
    public func forEachMember<Failure>(
        of node: Node, _ body: (_ name: Span<UInt8>, _ value: Node) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachEntry(ofMembersOf: node) { (name, value, bytes) throws(Failure) in
            try name.withUTF8(in: bytes) { (name) throws(Failure) in try body(name.span, value) }
        }
    }

    /// Hands `body` the members of an object with what is listed of their names.
    @inlinable @inline(__always)
    func forEachEntry<Failure>(
        ofMembersOf node: Node,
        _ body: (_ name: JSONEntry, _ value: Node, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let object = entry(node), object.kind == .object else { return }
        let end = object.isWhole ? Int(object.next) : entries.count
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            try entries.withUnsafeBufferPointer { (entries) throws(Failure) in
                var index = Int(node.index) + 1
                // The last name of a text that breaks off may have no value, and the last value no end.
                while index + 1 < end, entries[index + 1].isWhole {
                    try body(entries[index], Node(index + 1), bytes)
                    index = Int(entries[index + 1].next)
                }
            }
        }
    }

    /// The values inside an array or an object, and names.
    private struct Inside {
        let entries: [JSONEntry]
        var index: Int
        let end: Int

        init(_ document: JSONDocument, _ kind: JSONEntry.Kind, in node: Node) {
            entries = document.entries
            guard let entry = document.entry(node), entry.kind == kind else {
                (index, end) = (0, 0)
                return
            }
            index = Int(node.index) + 1
            end = entry.isWhole ? Int(entry.next) : entries.count
        }

        /// The next value, if it has come to its end.
        mutating func next() -> Node? {
            guard index < end, entries[index].isWhole else { return nil }
            let node = Node(index)
            index = Int(entries[index].next)
            return node
        }
    }

    /// The elements of an array.
    public struct Elements: Sequence, IteratorProtocol {
        private var inside: Inside

        fileprivate init(_ document: JSONDocument, in node: Node) {
            inside = Inside(document, .array, in: node)
        }

        /// The next element.
        public mutating func next() -> Node? {
            inside.next()
        }
    }

    /// The members of an object.
    public struct Members: Sequence, IteratorProtocol {
        private var inside: Inside

        fileprivate init(_ document: JSONDocument, in node: Node) {
            inside = Inside(document, .object, in: node)
        }

        /// The next member: its name, which is a string, and its value.
        public mutating func next() -> (name: Node, value: Node)? {
            guard let name = inside.next(), let value = inside.next() else { return nil }
            return (name, value)
        }
    }
}
