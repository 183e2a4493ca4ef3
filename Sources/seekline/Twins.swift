import JSON

// An object may have a name twice (RFC 8259, section 4), but its readers use one of the members and ignore the other.

extension JSONDocument {
    /// A member with the name of an earlier one in the same object.
    struct Twin {
        /// Its value.
        let node: Node
        /// The path that leads to it.
        let way: [Step]

        /// The error message.
        static let message = "this name is used twice"
    }

    /// Returns the twins anywhere inside `node`, to which `way` leads.
    func twins(inside node: Node, _ way: [Step] = []) -> [Twin] {
        var twins: [Twin] = []
        for (index, element) in elements(of: node).enumerated() {
            twins += self.twins(inside: element, way + [.element(index)])
        }
        // Names are compared by their bytes.
        var names: Set<[UInt8]> = []
        for (name, value) in members(of: node) {
            let name = string(name) ?? ""
            let inner = way + [.member(name)]
            if !names.insert(Array(name.utf8)).inserted { twins.append(Twin(node: value, way: inner)) }
            twins += self.twins(inside: value, inner)
        }
        return twins
    }
}
