import JSON
import Platform

/// A configuration file: `{"sources": {"wikipedia": {"language": "en"}}}`.
struct ConfigFile {
    /// What is set in it, in order.
    private(set) var assignments: [Assignment] = []

    private let path: String
    private let lineEnds: [Int]
    private let document: JSONDocument

    /// Where it is if the command line does not say (XDG Base Directory Specification).
    static var defaultPath: String? {
        if let folder = ThisProcess.environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/seekline/config.json"
        }
        return ThisProcess.environment("HOME").map { $0 + "/.config/seekline/config.json" }
    }

    /// Reads the file at `path`; nil if there is none and that is fine.
    init?(at path: String, mustExist: Bool) throws(UsageError) {
        let bytes: [UInt8]
        do {
            bytes = try File.contents(of: path, atMost: 1 << 20)
        } catch {
            if error.isMissing, !mustExist { return nil }
            throw UsageError(error.message)
        }
        try self.init(bytes, path: path)
    }

    /// Reads the text of the file at `path`.
    private init(_ bytes: [UInt8], path: String) throws(UsageError) {
        self.path = path
        lineEnds = bytes.indices.filter { bytes[$0] == 0x0A }
        let fault: JSONError?
        (document, fault) = JSONDocument.beginning(of: bytes)
        if let fault { throw UsageError("\(path):\(line(of: fault.offset)): \(fault)") }
        try read()
    }

    private mutating func read() throws(UsageError) {
        for file in try members(of: Member(way: [], node: document.root)) {
            guard file.way == ["sources"] else {
                throw wrong(file, "there is no such member; there is `sources`")
            }
            for source in try members(of: file) {
                for setting in try members(of: source) {
                    let text: String
                    switch document.value(setting.node) {
                    case .string(let string): text = string
                    case .number(let number): text = number.text
                    case .boolean(let boolean): text = String(boolean)
                    case let value: throw wrong(setting, "must be a string, a number or a boolean, not \(value.kind)")
                    }
                    assignments.append(
                        Assignment(group: setting.way[1], key: setting.way[2], value: text, place: place(of: setting)))
                }
            }
        }
    }

    /// A value, and the names that lead to it.
    private struct Member {
        let way: [String]
        let node: JSONDocument.Node
    }

    /// The members of an object, as they stand in the file.
    private func members(of object: Member) throws(UsageError) -> [Member] {
        guard document.kind(object.node) == .object else {
            throw wrong(object, "must be an object, not \(document.kind(object.node)?.rawValue ?? "")")
        }
        return document.members(of: object.node).map { name, value in
            Member(way: object.way + [document.string(name) ?? ""], node: value)
        }
    }

    private func wrong(_ member: Member, _ message: String) -> UsageError {
        UsageError("\(place(of: member)): \(message)")
    }

    /// File, line and member.
    private func place(of member: Member) -> String {
        let offset = document.range(member.node)?.lowerBound ?? 0
        return "\(path):\(line(of: offset)): \(member.way.isEmpty ? "the file" : member.way.joined(separator: "."))"
    }

    /// The line at `offset`, counted from 1.
    private func line(of offset: Int) -> Int {
        var (low, high) = (0, lineEnds.count)
        while low < high {
            let middle = (low + high) / 2
            if lineEnds[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low + 1
    }
}
