import SearchSource

/// What a program is given that is run for one item: an argv of texts with names in braces, each of which stands for what
/// the item has.
///
/// No shell reads any of it. What an item says is input, so it can be no option: what begins with a name must not begin
/// with `-` then, unless `--` stands in front of it.
struct ArgumentTemplate: Sendable {
    /// What a name in braces can be, beside the name of a field.
    enum Member: String, CaseIterable, Sendable {
        case id, title, url, insert, path, line, column
    }

    /// What is wrong with an item, in words that stand by themselves.
    struct Fault: Error, Hashable {
        let message: String
    }

    /// The name or the path of the program. It never comes from an item.
    let program: String
    private let elements: [TextTemplate]
    /// How many elements stand in front of the first `--`, or are there.
    private let beforeEnd: Int

    /// Reads an argv.
    ///
    /// - Parameter hasFields: Whether items have fields. Otherwise a name that is no member of an item is a fault.
    init(_ value: DescribedValue, hasFields: Bool) throws(DescriptionError) {
        let values = try value.elements("an array: the program, and what it is given", atMost: 1000)
        guard let first = values.first else { throw value.fault("must begin with the program") }
        var elements: [TextTemplate] = []
        for value in values {
            let element = try TextTemplate(value)
            guard value.json.string?.utf8.contains(0) != true else { throw value.fault("must have no NUL") }
            if !hasFields, let name = element.names.first(where: { Member(exactly: $0) == nil }) {
                let members = Member.allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
                throw value.fault(
                    "has `{\(name)}`, and only rows that are JSON or divided by a `pattern` have fields; there are \(members)"
                )
            }
            elements.append(element)
        }
        guard let program = elements[0].filled(isURL: false, { _ in nil }), !program.isEmpty else {
            throw first.fault("must be a program, which never comes from an item")
        }
        self.program = CommandDescription.home(program)
        self.elements = Array(elements.dropFirst())
        beforeEnd = values.dropFirst().prefix { $0.json.string?.hasSameBytes(as: "--") != true }.count
    }

    /// Whether it is the same for all items.
    var isConstant: Bool { elements.allSatisfy(\.names.isEmpty) }

    /// The program and what it is given for `item`.
    ///
    /// - Parameter folder: The folder that was put in front of the item's path, and in which the program runs.
    /// - Throws: If the item has nothing for one of the names, or what it has cannot be passed on.
    func arguments(for item: Item, in folder: String?) throws(Fault) -> [String] {
        var arguments = [program]
        for (index, element) in elements.enumerated() {
            func text(_ name: String) -> String? { Self.text(name, of: item, in: folder) }
            guard let argument = element.filled(isURL: false, text) else {
                let missing = element.names.first { text($0) == nil } ?? ""
                throw Fault(message: "the item has no `\(missing)`, which `\(program)` is given")
            }
            let name = element.names.first ?? ""
            guard !argument.utf8.contains(0) else {
                throw Fault(message: "the item's `\(name)` has a NUL, which no program can be given")
            }
            guard !element.beginsWithName || index > beforeEnd || argument.utf8.first != UInt8(ascii: "-") else {
                throw Fault(
                    message: "the item's `\(name)` begins with `-` and could be read as an option of `\(program)`; "
                        + "put `--` in front of `{\(name)}` if the program knows that")
            }
            arguments.append(argument)
        }
        return arguments
    }

    private static func text(_ name: String, of item: Item, in folder: String?) -> String? {
        switch Member(exactly: name) {
        case .id: item.id
        case .title: item.title
        case .url: item.url
        case .insert: item.insert ?? item.title
        case .path: item.location.map { path($0.path, in: folder) }
        case .line: item.location?.line.map { String($0) }
        case .column: item.location?.column.map { String($0) }
        case nil: item.fields[name]?.text
        }
    }

    /// A path as it is called in the folder where the program runs. One that is relative to the engine's folder is none there.
    private static func path(_ path: String, in folder: String?) -> String {
        guard let folder, !folder.hasPrefix("/"), path.hasPrefix(folder + "/") else { return path }
        return String(path.dropFirst(folder.count + 1))
    }
}

extension ArgumentTemplate.Member {
    /// The member with exactly this name; nil if there is none.
    fileprivate init?(exactly name: String) {
        guard let member = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = member
    }
}
