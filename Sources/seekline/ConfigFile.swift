import JSON
import Platform

/// A configuration file: `{"sources": {"wikipedia": {"language": "en"}}}`.
struct ConfigFile {
    /// What is set in it, in order.
    private(set) var assignments: [Assignment] = []

    private let path: String
    private let bytes: [UInt8]
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
        self.bytes = bytes
        let fault: JSONError?
        (document, fault) = JSONDocument.beginning(of: bytes)
        if let fault { throw UsageError("\(path):\(line(of: fault.offset)): \(fault)") }
        try read(document.value(document.root))
    }

    private mutating func read(_ value: JSONValue) throws(UsageError) {
        for (name, value) in try members(of: value, at: []) {
            guard name == "sources" else {
                throw wrong(at: [name], "there is no such member; there is `sources`")
            }
            for (source, value) in try members(of: value, at: ["sources"]) {
                for (key, value) in try members(of: value, at: ["sources", source]) {
                    let pointer: JSONPointer = ["sources", source, key]
                    let text: String
                    switch value {
                    case .string(let string): text = string
                    case .number(let number): text = number.text
                    case .boolean(let boolean): text = String(boolean)
                    default: throw wrong(at: pointer, "must be a string, a number or a boolean, not \(value.kind)")
                    }
                    assignments.append(Assignment(group: source, key: key, value: text, place: place(of: pointer)))
                }
            }
        }
    }

    private func members(
        of value: JSONValue, at pointer: JSONPointer
    ) throws(UsageError) -> [(name: String, value: JSONValue)] {
        guard let object = value.object else { throw wrong(at: pointer, "must be an object, not \(value.kind)") }
        return object.members
    }

    private func wrong(at pointer: JSONPointer, _ message: String) -> UsageError {
        UsageError("\(place(of: pointer)): \(message)")
    }

    /// File, line and member.
    private func place(of pointer: JSONPointer) -> String {
        let offset = document.node(at: pointer).flatMap { document.range($0) }?.lowerBound ?? 0
        let member = pointer.tokens.isEmpty ? "the file" : pointer.tokens.joined(separator: ".")
        return "\(path):\(line(of: offset)): \(member)"
    }

    private func line(of offset: Int) -> Int {
        bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } + 1
    }
}
