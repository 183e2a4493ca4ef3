extension JSONDocument {
    /// One step of the path from the root to a value inside it.
    public enum Step: Hashable, Sendable {
        /// To the member with this name.
        case member(String)
        /// To the element at this index.
        case element(Int)
    }

    /// Returns the path from the root to `node`.
    public func path(to node: Node) -> [Step] {
        var path: [Step] = []
        var container = root
        while container.index < node.index, let (step, next) = step(from: container, to: node) {
            path.append(step)
            container = next
        }
        return path
    }

    /// Returns the value that `path` leads to from `node`, or the last one that exists along it.
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

    /// Returns the step from `container` towards `node`, and the child that it leads to, which is or contains `node`.
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
        outer.index <= node.index && node.index < contents[Int(outer.index)].next
    }
}

extension [JSONDocument.Step] {
    /// The path as it appears in error messages: `query.search[3].title`.
    public var words: String {
        reduce(into: "") { words, step in
            switch step {
            case .member(let name): words += words.isEmpty ? name : ".\(name)"
            case .element(let index): words += "[\(index)]"
            }
        }
    }
}
