import JSON

// An object may have a name twice (RFC 8259, section 4), but what reads it takes one of them, and passes over the other.

extension JSONDocument {
    /// A member that has the name of one before it in the same object.
    struct Twin {
        /// Its value.
        let node: Node
        /// The way that leads to it.
        let way: [Step]

        /// What is said of it.
        static let message = "another one has this name already"
    }

    /// The twins anywhere inside of `node`, to which `way` leads.
    func twins(inside node: Node, _ way: [Step] = []) -> [Twin] {
        var twins: [Twin] = []
        for (index, element) in elements(of: node).enumerated() {
            twins += self.twins(inside: element, way + [.element(index)])
        }
        // Texts are told apart by their bytes.
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
