import JSON

/// One setting and where it was made.
struct Assignment {
    /// The source that it is for, or `http` for what holds for all that use HTTP.
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
    /// Reads `SOURCE.KEY=VALUE`.
    init(argument: String) throws(UsageError) {
        let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = sides[0].split(separator: ".", omittingEmptySubsequences: false)
        guard sides.count == 2, names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("--set must be followed by SOURCE.KEY=VALUE, not \"\(argument)\"")
        }
        self.init(
            group: String(names[0]), key: String(names[1]), value: .string(String(sides[1])), origin: .commandLine)
    }

    /// Where what `path` leads to was set, or should have been, as a person would look it up: the flag, or a file and a
    /// line, and the member.
    func place(_ path: [JSONDocument.Step] = []) -> String {
        let way = [.member(group), .member(key)] + path
        return switch origin {
        case .commandLine: "--set " + way.words
        case .file(let text, let node):
            text.place(of: text.document.node(from: node, asFarAs: path), [.member("sources")] + way)
        }
    }

    /// Where in its file that begins to which `path` leads; 0, if it is in none.
    func offset(_ path: [JSONDocument.Step]) -> Int {
        guard case .file(let text, let node) = origin else { return 0 }
        return text.offset(of: text.document.node(from: node, asFarAs: path))
    }

    /// Where a setting of the same source would be looked for that was not made: where this one stands.
    func place(beside key: String) -> String {
        let way: [JSONDocument.Step] = [.member(group), .member(key)]
        return switch origin {
        case .commandLine: way.words
        case .file(let text, let node): text.place(of: node, [.member("sources")] + way)
        }
    }

    /// Whether it was made where others can see it.
    var isOnCommandLine: Bool {
        if case .commandLine = origin { true } else { false }
    }

    /// The value of a setting that is a text, a number or a boolean: as a text.
    func text() throws(UsageError) -> String {
        if let text = value.scalar { return text }
        throw UsageError("\(place()): must be a string, a number or a boolean, not \(value.kind)")
    }

    /// The value of a setting that can be more than a text. On a command line it is JSON if it begins like an array or
    /// an object, and, of a setting that is no text, also if it is a number or a boolean.
    func structure(isLiteral: Bool) throws(UsageError) -> JSONValue {
        guard isOnCommandLine, let text = value.string else { return value }
        guard text.hasPrefix("{") || text.hasPrefix("[") else {
            return (isLiteral ? try? JSONParser.parse(Array(text.utf8)) : nil) ?? value
        }
        let document: JSONDocument
        do {
            document = try JSONDocument(Array(text.utf8))
        } catch {
            throw UsageError("\(place()): \(error)")
        }
        if let twin = document.twins(inside: document.root).first {
            throw UsageError("\(place(twin.way)): \(JSONDocument.Twin.message)")
        }
        return document.value(document.root)
    }
}
