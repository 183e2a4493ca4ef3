extension JSONDocument {
    /// One step of the way from the outermost value to one inside it.
    public enum Step: Hashable, Sendable {
        /// To the member of this name.
        case member(String)
        /// To the element in this place, counted from 0.
        case element(Int)
    }

    /// The way to `node` from the outermost value.
    public func path(to node: Node) -> [Step] {
        var path: [Step] = []
        var container = root
        while container.index < node.index, let (step, next) = step(from: container, to: node) {
            path.append(step)
            container = next
        }
        return path
    }

    /// What `path` leads to from `node`, or as far as it leads.
    public func node(from node: Node, asFarAs path: [Step]) -> Node {
        var node = node
        for step in path {
            let next: Node? =
                switch step {
                case .member(let name): member(named: name, of: node)
                case .element(let index): elements(of: node).enumerated().first { $0.offset == index }?.element
                }
            guard let next else { break }
            node = next
        }
        return node
    }

    /// The step from a container to what is, or holds, `node`.
    private func step(from container: Node, to node: Node) -> (Step, Node)? {
        for (index, element) in elements(of: container).enumerated() where holds(element, node) {
            return (.element(index), element)
        }
        for (name, value) in members(of: container) where holds(value, node) {
            return (.member(string(name) ?? ""), value)
        }
        return nil
    }

    private func holds(_ outer: Node, _ node: Node) -> Bool {
        outer.index <= node.index && node.index < entries[Int(outer.index)].next
    }
}

extension [JSONDocument.Step] {
    /// The way in the words of an error message: `query.search[3].title`.
    public var words: String {
        reduce(into: "") { words, step in
            switch step {
            case .member(let name): words += words.isEmpty ? name : ".\(name)"
            case .element(let index): words += "[\(index)]"
            }
        }
    }
}
