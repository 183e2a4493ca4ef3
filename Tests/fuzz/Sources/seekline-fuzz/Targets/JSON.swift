import JSON

extension Target {
    /// The JSON parser: a value that was read and written again is read as the same value.
    static let json = Target(name: "json") { bytes in
        let (document, fault) = JSONDocument.beginning(of: bytes)
        if let fault {
            hold((0...bytes.count).contains(fault.offset), "a fault lies in the text")
            return
        }
        let value = document.value(document.root)
        let written = JSONWriter.bytes(of: value)
        hold((try? JSONParser.parse(written)) == value, "what is written is read as it was")
        hold(document.range(document.root) != nil, "what has no fault has an end")
        checkNodes(of: document, under: document.root)
        // With a lower depth limit, the text is read as the same value or refused.
        let shallow = try? JSONParser.parse(bytes, maximumDepth: 3)
        hold(shallow == nil || shallow == value, "depth is only a limit")
    }

    /// Checks that the ways of reading a value agree with each other.
    private static func checkNodes(of document: JSONDocument, under node: JSONDocument.Node) {
        guard let range = document.range(node) else { return hold(false, "every value has an end") }
        let value = document.value(node)
        hold((try? JSONParser.parse(Array(document.bytes[range]))) == value, "a value is what stands at its place")
        switch document.kind(node) {
        case .array:
            let elements = Array(document.elements(of: node))
            hold(elements.count == document.count(node), "an array has as many elements as it says")
            for element in elements { checkNodes(of: document, under: element) }
        case .object:
            for (name, member) in document.members(of: node) {
                checkNodes(of: document, under: member)
                guard let name = document.string(name) else { return hold(false, "a name is a string") }
                hold(document.member(named: name, of: node) != nil, "a member is found by its name")
                hold(value.object?[name] != nil, "a member is there under its name")
            }
        case .string: hold(value.string != nil, "a string is one")
        case .number: hold(value.integer == document.integer(node), "a number is the same in both ways")
        default: break
        }
    }
}
