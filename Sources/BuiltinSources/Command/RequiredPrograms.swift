import Platform
import SearchSource

/// The programs that a source needs: `requires` of a description.
struct RequiredPrograms: Sendable {
    /// The names that each program may have.
    private var programs: [[String]] = []
    private var search = ProgramSearch()

    init() {}

    /// Reads an array of programs. A program that may have several names is an array of them.
    init(_ value: DescribedValue, _ search: ProgramSearch) throws(DescriptionError) {
        self.search = search
        for value in try value.elements("an array of programs", atMost: 100) {
            programs.append(try CommandDescription.names(of: value))
        }
    }

    /// The programs that are not installed now, each by its first name.
    var missing: [String] {
        programs.filter { names in !names.contains { search.finds($0) } }.compactMap(\.first)
    }

    /// Returns the work `found` if the programs are installed. This is checked each time: they may have been installed
    /// meanwhile.
    func ifThere<Answer>(for source: String, _ found: @escaping @Sendable () -> Work<Answer>) -> Work<Answer> {
        guard !programs.isEmpty else { return found() }
        return .local { _ in
            let missing = missing
            guard !missing.isEmpty else { return found() }
            return .known(.failure(SourceError(.config, "\(source): needs \(Self.list(missing))", isRetryable: true)))
        }
    }

    /// Returns the missing programs, and why they count as missing.
    private static func list(_ missing: [String]) -> String {
        let paths = missing.filter { $0.utf8.contains(UInt8(ascii: "/")) }
        let names = missing.filter { !$0.utf8.contains(UInt8(ascii: "/")) }
        return [(names, "not found in any folder of $PATH"), (paths, "no such file that can be executed")]
            .filter { !$0.0.isEmpty }
            .map { programs, why in programs.map { "`\($0)`" }.joined(separator: ", ") + ": " + why }
            .joined(separator: "; ")
    }
}
