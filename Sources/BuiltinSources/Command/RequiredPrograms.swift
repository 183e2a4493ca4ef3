import Platform
import SearchSource

/// The programs that a source needs: `requires` of a description.
struct RequiredPrograms: Sendable {
    /// The names that each program may have.
    private var programs: [[String]] = []
    /// Where to look for them; nil for `$PATH`.
    private var path: String?

    init() {}

    /// Reads an array of programs. A program that may have several names is an array of them.
    init(_ value: DescribedValue, path: String?) throws(DescriptionError) {
        self.path = path
        for value in try value.elements("an array of programs", atMost: 100) {
            programs.append(try CommandDescription.names(of: value))
        }
    }

    /// The programs that are not installed now, each by its first name.
    var missing: [String] {
        programs.filter { names in !names.contains { ProgramSearch.finds($0, path: path) } }.compactMap(\.first)
    }

    /// Returns the work `found` if the programs are installed. This is checked each time: they may have been installed
    /// meanwhile.
    func ifThere<Answer>(for source: String, _ found: @escaping @Sendable () -> Work<Answer>) -> Work<Answer> {
        guard !programs.isEmpty else { return found() }
        return .local { _ in
            let names = missing.map { "`\($0)`" }.joined(separator: ", ")
            guard !names.isEmpty else { return found() }
            let message = "\(source): needs \(names): not found in any folder of $PATH"
            return .known(.failure(SourceError(.config, message, isRetryable: true)))
        }
    }
}
