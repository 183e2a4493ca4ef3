import JSON
import Platform

/// A configuration file: `{"sources": {"wikipedia": {"language": "en"}}}`.
struct ConfigFile {
    /// What is set in it, in order.
    private(set) var assignments: [Assignment] = []

    /// The sources that are in it without any settings, each with its place.
    private(set) var bareSources: [(name: String, place: String)] = []

    /// The other faults of the file.
    private(set) var faults = Faults()

    private let text: ConfigText

    /// The path if the command line does not give one (XDG Base Directory Specification).
    static var defaultPath: String? {
        get throws(UsageError) {
            if let folder = try folder("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
                return folder + "/seekline/config.json"
            }
            return try folder("HOME").map { $0 + "/.config/seekline/config.json" }
        }
    }

    /// Returns the folder that an environment variable names; nil if it names none.
    private static func folder(_ variable: String) throws(UsageError) -> String? {
        guard ThisProcess.isText(environment: variable) else {
            throw UsageError("$\(variable) must be UTF-8; use --config with a link to the configuration")
        }
        return ThisProcess.environment(variable)
    }

    /// Reads the file at `path`; nil if there is none and `mustExist` is false. In that case nobody has named the path,
    /// so it must not lead to a pipe or the like, where reading could block.
    init?(at path: String, mustExist: Bool) throws(UsageError) {
        if !mustExist, let status = try? FileStatus(of: path), ![.file, .folder].contains(status.kind) {
            throw UsageError("\(path): must be a file; to read something else, use --config")
        }
        let bytes: [UInt8]
        do {
            bytes = try File.contents(of: path, atMost: 1 << 20)
        } catch {
            if error.isMissing, !mustExist { return nil }
            throw UsageError(error.message)
        }
        try self.init(bytes, path: path)
    }

    /// Parses the text of the file at `path`.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        text = try ConfigText(bytes, path: path)
        try read()
    }

    private mutating func read() throws(UsageError) {
        var faults = Faults()
        for file in distinct(try members(of: Member(way: [], node: text.document.root)), &faults) {
            guard file.way == ["sources"] else {
                faults.note(wrong(file, "there is no such member; there is `sources`"))
                continue
            }
            for source in distinct(try members(of: file), &faults) {
                guard !source.way[1].isEmpty else {
                    faults.note(wrong(source, "a source must have a name"))
                    continue
                }
                let settings = faults.gather { () throws(UsageError) in try members(of: source) }
                if settings?.isEmpty == true { bareSources.append((source.way[1], place(of: source))) }
                for setting in distinct(settings ?? [], &faults) {
                    assignments.append(
                        Assignment(
                            group: setting.way[1], key: setting.way[2], value: text.document.value(setting.node),
                            origin: .file(text, setting.node)))
                    for twin in text.document.twins(inside: setting.node, setting.way.map { .member($0) }) {
                        faults.note(UsageError("\(text.place(of: twin.node, twin.way)): \(JSONDocument.Twin.message)"))
                    }
                }
            }
        }
        self.faults = faults
    }

    /// A value, and the names that lead to it.
    private struct Member {
        let way: [String]
        let node: JSONDocument.Node
    }

    /// Returns the members of an object, in the order of the file.
    private func members(of object: Member) throws(UsageError) -> [Member] {
        guard text.document.kind(object.node) == .object else {
            throw wrong(object, "must be an object, not \(text.document.kind(object.node)?.rawValue ?? "")")
        }
        return text.document.members(of: object.node).map { name, value in
            Member(way: object.way + [text.document.string(name) ?? ""], node: value)
        }
    }

    /// Returns the members without those that repeat the name of an earlier one. These are faults: merging the two
    /// would say what neither does.
    private func distinct(_ members: [Member], _ faults: inout Faults) -> [Member] {
        // Names are compared by their bytes.
        var names: Set<[UInt8]> = []
        return members.filter { member in
            let isNew = names.insert(Array((member.way.last ?? "").utf8)).inserted
            if !isNew { faults.note(wrong(member, JSONDocument.Twin.message)) }
            return isNew
        }
    }

    private func wrong(_ member: Member, _ message: String) -> UsageError {
        UsageError("\(place(of: member)): \(message)")
    }

    private func place(of member: Member) -> String {
        text.place(of: member.node, member.way.map { .member($0) })
    }
}
