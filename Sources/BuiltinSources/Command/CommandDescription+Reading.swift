import JSON
import Platform
import SearchSource

// Reads the members of a program's description, one by one.

extension CommandDescription {
    /// Reads an argv, in which the query must be an element of its own.
    static func arguments(_ value: DescribedValue, _ search: ProgramSearch) throws(DescriptionError) -> [String] {
        let elements = try value.elements("an array: the program and its arguments", atMost: 1000)
        guard let first = elements.first else { throw value.fault("must begin with the program") }
        var arguments = [try program(first, search)]
        for element in elements.dropFirst() {
            let text = try Self.text(element, "a text")
            guard text.hasSameBytes(as: hole) || !text.contains(hole) else {
                throw element.fault("must be exactly `\(hole)`: the query is an element of its own")
            }
            guard text.hasSameBytes(as: hole) || !isMisspelt(text) else {
                throw element.fault("is plain text here; is `\(hole)` meant?")
            }
            arguments.append(text)
        }
        return arguments
    }

    /// Whether `text` looks like a misspelt `{query}`.
    private static func isMisspelt(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else { return false }
        return NearName.nearest(to: String(text.dropFirst().dropLast()), among: ["query"]) != nil
    }

    /// Reads a program: the first of its possible names that is installed, or else the first one.
    static func program(_ value: DescribedValue, _ search: ProgramSearch) throws(DescriptionError) -> String {
        let names = try names(of: value)
        return names.first { search.finds($0) } ?? names[0]
    }

    /// Reads the possible names of a program, at least one.
    static func names(of value: DescribedValue) throws(DescriptionError) -> [String] {
        var names: [String] = []
        for value in try value.oneOrSeveral(atMost: 16) {
            let name = try text(value, "a text")
            guard !name.isEmpty else { throw value.wrong("a program") }
            guard !name.hasSameBytes(as: hole) else {
                throw value.fault("must be a program: the query cannot be one")
            }
            names.append(home(name))
        }
        return names
    }

    /// Reads when the program with this argv is run.
    static func run(
        _ value: DescribedValue?, _ argv: DescribedValue, _ arguments: [String]
    ) throws(DescriptionError) -> Run {
        let hasHole = arguments.contains { $0.hasSameBytes(as: hole) }
        let run = try value?.word(of: Run.allCases) ?? (hasHole ? .each : .once)
        switch run {
        case .each where !hasHole:
            throw argv.fault("needs the element `\(hole)`, since the program is run for each query")
        case .once where hasHole:
            throw argv.fault("must not have the element `\(hole)`, since the program is run once")
        case .provider where hasHole:
            throw argv.fault("must not have the element `\(hole)`, since the program receives each query as a request")
        default: return run
        }
    }

    static func text(_ value: DescribedValue, _ expected: String) throws(DescriptionError) -> String {
        let text = try value.string(expected)
        guard !text.utf8.contains(0) else { throw value.fault("must not contain a NUL") }
        return text
    }

    static func folder(_ value: DescribedValue) throws(DescriptionError) -> String {
        let text = try text(value, "a folder")
        guard !text.isEmpty else { throw value.wrong("a folder") }
        return home(text)
    }

    static func home(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }

    static func variables(_ value: DescribedValue) throws(DescriptionError) -> [String: String] {
        var variables: [String: String] = [:]
        for (name, value) in try value.members("an object of variables", atMost: 1000) {
            guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == 0 }) else {
                throw value.fault("is not the name of an environment variable")
            }
            variables[name] = try text(value, "a text")
        }
        return variables
    }

    static func codes(_ value: DescribedValue) throws(DescriptionError) -> Set<Int> {
        var codes: Set<Int> = []
        for code in try value.oneOrSeveral(atMost: 255) { codes.insert(try code.integer(in: 1...255)) }
        return codes
    }

    static func milliseconds(_ value: DescribedValue) throws(DescriptionError) -> Int {
        guard let number = value.json.string.flatMap({ Int($0) }) ?? value.json.integer, (1...600_000).contains(number)
        else { throw value.wrong("a whole number from 1 to 600000") }
        return number
    }

    /// Returns a reader for rows of this format.
    static func reader(
        _ format: RowReader.Format, _ pattern: DescribedValue?, _ item: DescribedValue?, _ folder: String?
    ) throws(DescriptionError) -> RowReader {
        let (place, division) = try division(pattern, format)
        let template = try item?.noting { (item) throws(DescriptionError) in
            try ItemTemplate(item, names: RowNames(format, place, division))
        }
        return RowReader(
            format: format, place: place, pattern: division, template: template ?? ItemTemplate(), folder: folder)
    }

    /// Reads how a row is divided. A pattern is a word, or a string with names in braces.
    private static func division(
        _ pattern: DescribedValue?, _ format: RowReader.Format
    ) throws(DescriptionError) -> (LinePattern, RowPattern?) {
        guard let pattern, pattern.json.string?.utf8.contains(UInt8(ascii: "{")) == true else {
            let place = try pattern?.word(of: LinePattern.allCases) ?? .text
            if let pattern, place != .text, format == .jsonl {
                throw pattern.fault("is for rows of text, but the rows are JSON")
            }
            return (place, nil)
        }
        guard format != .jsonl else { throw pattern.fault("splits rows of text, but the rows are JSON") }
        return (.text, try RowPattern(pattern))
    }

    /// Returns how a search box behaves on a program that is run in this way.
    static func pacing(_ run: Run, _ options: DescribedValue?) throws(DescriptionError) -> Pacing {
        var pacing = Pacing.ofLists
        if run != .once {
            pacing = Pacing()
            pacing.debounce = .milliseconds(30)
            pacing.minLength = 1
            // The output of one run can be read to its end; a provider is asked again for each page.
            if run == .each { pacing.maxPages = Pacing.mostPages }
        }
        return try options?.pacing(pacing) ?? pacing
    }
}
