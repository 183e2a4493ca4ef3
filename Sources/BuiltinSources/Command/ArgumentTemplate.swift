import SearchSource

/// The argv of a program that is run for one item: strings in which names in braces are replaced by what the item has.
///
/// No shell reads any of it. The values of an item are input and must not be taken for options: an argument that begins
/// with a name must not begin with `-` once it is filled in, unless `--` precedes it.
struct ArgumentTemplate: Sendable {
    /// A name in braces that is not the name of a field.
    enum Member: String, CaseIterable, Sendable {
        case id, title, url, insert, path, line, column
    }

    /// What is wrong with an item, as a complete clause.
    struct Fault: Error, Hashable {
        let message: String
    }

    /// The name or the path of the program. It never comes from an item.
    let program: String
    private let elements: [TextTemplate]
    /// The number of elements before the first `--`, or of all elements if there is none.
    private let beforeEnd: Int

    /// Reads an argv.
    ///
    /// - Parameter hasFields: Whether items have fields. If not, a name that is not a member of an item is a fault.
    init(_ value: DescribedValue, hasFields: Bool) throws(DescriptionError) {
        let values = try value.elements("an array: the program and its arguments", atMost: 1000)
        guard let first = values.first else { throw value.fault("must begin with the program") }
        var elements: [TextTemplate] = []
        for value in values {
            let element = try TextTemplate(value)
            guard value.json.string?.utf8.contains(0) != true else { throw value.fault("must not contain a NUL") }
            if !hasFields, let name = element.names.first(where: { Member(exactly: $0) == nil }) {
                let members = Member.allCases.map { "`{\($0.rawValue)}`" }.joined(separator: ", ")
                throw value.fault(
                    "has `{\(name)}`, but only rows that are JSON or split by a `pattern` have fields; there are \(members)"
                )
            }
            elements.append(element)
        }
        guard let program = elements[0].filled(isURL: false, { _ in nil }), !program.isEmpty else {
            throw first.fault("must be a program by itself: an item cannot choose what is run")
        }
        self.program = CommandDescription.home(program)
        self.elements = Array(elements.dropFirst())
        beforeEnd = values.dropFirst().prefix { $0.json.string?.hasSameBytes(as: "--") != true }.count
    }

    /// Whether the arguments are the same for all items.
    var isConstant: Bool { elements.allSatisfy(\.names.isEmpty) }

    /// Returns the program and its arguments for `item`.
    ///
    /// - Parameter folder: The folder in which the program runs, and which was prepended to the item's path.
    /// - Throws: If the item has no value for one of the names, or a value that cannot be passed on.
    func arguments(for item: Item, in folder: String?) throws(Fault) -> [String] {
        var arguments = [program]
        for (index, element) in elements.enumerated() {
            func text(_ name: String) -> String? { Self.text(name, of: item, in: folder) }
            guard let argument = element.filled(isURL: false, text) else {
                let missing = element.names.first { text($0) == nil } ?? ""
                throw Fault(message: "the item has no `\(missing)`, which `\(program)` needs")
            }
            let name = element.names.first ?? ""
            guard !argument.utf8.contains(0) else {
                throw Fault(message: "the item's `\(name)` contains a NUL, which cannot be passed to a program")
            }
            guard !element.beginsWithName || index > beforeEnd || argument.utf8.first != UInt8(ascii: "-") else {
                throw Fault(
                    message: "the item's `\(name)` begins with `-` and could be read as an option of `\(program)`; "
                        + "put `--` in front of `{\(name)}` if the program understands that")
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

    /// Returns a path as seen from the folder in which the program runs: there, one relative to the engine's folder
    /// leads nowhere.
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
