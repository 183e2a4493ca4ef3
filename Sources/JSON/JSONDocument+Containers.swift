extension JSONDocument {
    /// Returns the value of the member `name` of an object, or nil if there is none. The last duplicate wins.
    public func member(_ name: StaticString, of node: Node) -> Node? {
        member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), of: node)
    }

    /// Returns the value of the member `name` of an object, or nil if there is none. The last duplicate wins.
    public func member(named name: String, of node: Node) -> Node? {
        if count(node) == 0 { return nil }
        // The bytes are contiguous unless the string is bridged.
        if let found = name.utf8.withContiguousStorageIfAvailable({ member($0, of: node) }) { return found }
        var name = name
        return name.withUTF8 { member($0, of: node) }
    }

    private func member(_ name: UnsafeBufferPointer<UInt8>, of node: Node) -> Node? {
        var found: Node?
        forEachEntry(ofMembersOf: node) { entry, value, bytes in
            if entry.isString(name, in: bytes) { found = value }
        }
        return found
    }

    /// Returns the values of several members of an object, in the order of `names`, with nil for those that are missing.
    /// The last duplicate wins. It goes through the object once.
    public func members(_ names: MemberNames, of node: Node) -> [Node?] {
        var found: [Node?] = Array(repeating: nil, count: names.count)
        names.withPlaces { place in
            found.withUnsafeMutableBufferPointer { found in
                forEachEntry(ofMembersOf: node) { name, value, bytes in
                    if let place = name.withUTF8(in: bytes, place) { found[place] = value }
                }
            }
        }
        return found
    }

    /// Returns the number of elements of an array or members of an object, including duplicates; 0 for anything else.
    public func count(_ node: Node) -> Int {
        entry(node).map { Int($0.count) } ?? 0
    }

    /// Returns the number of values and names in a value at any depth, including itself; 1 if it is incomplete.
    public func size(_ node: Node) -> Int {
        entry(node).map { $0.isWhole ? Int($0.next) - Int(node.index) : 1 } ?? 0
    }

    /// Returns the elements of an array; empty for anything else.
    public func elements(of node: Node) -> Elements {
        Elements(self, in: node)
    }

    /// Returns the members of an object in text order, including duplicates; empty for anything else.
    public func members(of node: Node) -> Members {
        Members(self, in: node)
    }

    /// Calls `body` with each member of an object in text order, including duplicates; does nothing for anything else.
    /// Names can be matched with `switch`:
    ///
    ///     document.forEachMember(of: document.root) { name, value in
    ///         switch name {
    ///         case "title": title = document.string(value)
    ///         default: break
    ///         }
    ///     }
    @inlinable @inline(__always)
    public func forEachMember<Failure>(
        of node: Node, _ body: (_ name: Span<UInt8>, _ value: Node) throws(Failure) -> Void
    ) throws(Failure) {
        try forEachEntry(ofMembersOf: node) { (name, value, bytes) throws(Failure) in
            try name.withUTF8(in: bytes) { (name) throws(Failure) in try body(name.span, value) }
        }
    }

    /// Calls `body` with each member of an object, passing the entry of its name.
    @inlinable @inline(__always)
    func forEachEntry<Failure>(
        ofMembersOf node: Node,
        _ body: (_ name: JSONEntry, _ value: Node, _ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard let object = entry(node), object.kind == .object else { return }
        let end = object.isWhole ? Int(object.next) : contents.count
        try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
            var index = Int(node.index) + 1
            // If the text has a fault, the last name may have no value, and the last value may be incomplete.
            while index + 1 < end, contents[index + 1].isWhole {
                try body(contents[index], Node(index + 1), bytes)
                index = Int(contents[index + 1].next)
            }
        }
    }

    /// An iterator over the values and names directly inside an array or an object.
    private struct Inside {
        let contents: JSONContents
        var index: Int
        let end: Int

        init(_ document: JSONDocument, _ kind: JSONEntry.Kind, in node: Node) {
            contents = document.contents
            guard let entry = document.entry(node), entry.kind == kind else {
                (index, end) = (0, 0)
                return
            }
            index = Int(node.index) + 1
            end = entry.isWhole ? Int(entry.next) : contents.count
        }

        /// Returns the next value or name, or nil at the end or if it is incomplete.
        mutating func next() -> Node? {
            guard index < end, contents[index].isWhole else { return nil }
            let node = Node(index)
            index = Int(contents[index].next)
            return node
        }
    }

    /// The elements of an array.
    public struct Elements: Sequence, IteratorProtocol {
        private var inside: Inside

        fileprivate init(_ document: JSONDocument, in node: Node) {
            inside = Inside(document, .array, in: node)
        }

        /// Returns the next element.
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

        /// Returns the name, which is a string, and the value of the next member.
        public mutating func next() -> (name: Node, value: Node)? {
            guard let name = inside.next(), let value = inside.next() else { return nil }
            return (name, value)
        }
    }
}
