import JSON

extension Target {
    /// The JSON parser: a value that was read and written again is read as the same value.
    static let json = Target(name: "json") { bytes in
        let (document, fault) = JSONDocument.beginning(of: bytes)
        if let fault {
            hold((0...bytes.count).contains(fault.offset), "a fault is within the text")
            return
        }
        let value = document.value(document.root)
        let written = JSONWriter.bytes(of: value)
        hold((try? JSONParser.parse(written)) == value, "what is written is read back unchanged")
        hold(document.range(document.root) != nil, "a document without a fault has an end")
        checkNodes(of: document, under: document.root)
        // With a lower depth limit, the text is read as the same value or refused.
        let shallow = try? JSONParser.parse(bytes, maximumDepth: 3)
        hold(shallow == nil || shallow == value, "a depth limit does not change a value")
    }

    /// Checks that the ways of reading a value agree with each other.
    private static func checkNodes(of document: JSONDocument, under node: JSONDocument.Node) {
        guard let range = document.range(node) else { return hold(false, "every value has an end") }
        let value = document.value(node)
        hold((try? JSONParser.parse(Array(document.bytes[range]))) == value, "a value is what its range contains")
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
                hold(value.object?[name] != nil, "a value has each member by its name")
            }
        case .string: hold(value.string != nil, "a string is read as a string")
        case .number: hold(value.integer == document.integer(node), "an integer is the same both ways")
        default: break
        }
    }
}
