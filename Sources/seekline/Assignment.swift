import JSON

/// One setting and where it was made.
struct Assignment {
    /// The source that it is for, or `http` for a setting of all sources that use HTTP.
    var group: String
    var key: String
    var value: JSONValue
    /// Where it was made.
    var origin: Origin

    /// Where a setting was made.
    enum Origin {
        case commandLine
        case file(ConfigText, JSONDocument.Node)
    }
}

extension Assignment {
    /// Parses `SOURCE.KEY=VALUE`.
    init(argument: String) throws(UsageError) {
        // By bytes: a combining mark may follow.
        let sides = argument.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { Substring($0) }
        // The last dot, because the name of a source may have some, and that of a setting has none.
        let dot = sides[0].utf8.lastIndex(of: UInt8(ascii: ".")) ?? sides[0].startIndex
        let (group, key) = (Substring(sides[0].utf8[..<dot]), Substring(sides[0].utf8[dot...].dropFirst()))
        guard sides.count == 2, !group.isEmpty, !key.isEmpty else {
            throw UsageError("--set must be followed by SOURCE.KEY=VALUE, not \"\(argument)\"")
        }
        self.init(group: String(group), key: String(key), value: .string(String(sides[1])), origin: .commandLine)
    }

    /// Returns where the value at `path` was set, or should have been, as a person would look it up: the flag, or a
    /// file and a line, and the member.
    func place(_ path: [JSONDocument.Step] = []) -> String {
        let way = [.member(group), .member(key)] + path
        return switch origin {
        case .commandLine: "--set " + way.words
        case .file(let text, let node):
            text.place(of: text.document.node(from: node, asFarAs: path), [.member("sources")] + way)
        }
    }

    /// Returns the offset in its file of the value at `path`; 0 if it is not in a file.
    func offset(_ path: [JSONDocument.Step]) -> Int {
        guard case .file(let text, let node) = origin else { return 0 }
        return text.offset(of: text.document.node(from: node, asFarAs: path))
    }

    /// Returns where a missing setting of the same source would be looked for: where this one is.
    func place(beside key: String) -> String {
        let way: [JSONDocument.Step] = [.member(group), .member(key)]
        return switch origin {
        case .commandLine: way.words
        case .file(let text, let node): text.place(of: node, [.member("sources")] + way)
        }
    }

    /// Whether it was made on the command line, where others can see it.
    var isOnCommandLine: Bool {
        if case .commandLine = origin { true } else { false }
    }

    /// Returns the value of a setting that is a string, a number or a boolean, as a string.
    func text() throws(UsageError) -> String {
        if let text = value.scalar { return text }
        throw UsageError("\(place()): must be a string, a number or a boolean, not \(value.kind)")
    }

    /// Returns the value of a setting that can be more than a string. On the command line it is parsed as JSON if it
    /// begins like an array or an object or, if `isLiteral`, whenever it is valid JSON, such as a number.
    func structure(isLiteral: Bool) throws(UsageError) -> JSONValue {
        guard isOnCommandLine, let text = value.string else { return value }
        guard text.hasPrefix("{") || text.hasPrefix("[") else {
            return (isLiteral ? try? JSONParser.parse(Array(text.utf8)) : nil) ?? value
        }
        let document: JSONDocument
        do {
            document = try JSONDocument(Array(text.utf8))
        } catch {
            let why = "must be JSON, because it begins with `\(text.prefix(1))`"
            throw UsageError("\(place()): \(why): \(error); a text that begins so can be set in a configuration file")
        }
        if let twin = document.twins(inside: document.root).first {
            throw UsageError("\(place(twin.way)): \(JSONDocument.Twin.message)")
        }
        return document.value(document.root)
    }
}
