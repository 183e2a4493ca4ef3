import Platform
import SearchSource

/// What some paths lead to at one moment, as far as can be seen without reading the files.
struct FileSurvey: Hashable, Sendable {
    /// A path, and what it leads to.
    struct Entry: Hashable, Sendable {
        let path: String
        /// The file; nil if there is none.
        let status: FileStatus?
        /// Its size in bytes.
        var size: Int { status?.size ?? 0 }
    }

    /// The files, in the order in which they are read. One that several patterns match is listed once.
    private(set) var entries: [Entry] = []

    /// Why these cannot be read; nil if it seems that they can be.
    private(set) var fault: SourceError?

    /// The maximum size of all files together, in bytes.
    static let mostBytes = 512 << 20

    /// Looks at the files that `patterns` match.
    init(_ patterns: [FilePattern]) {
        var seen: Set<ExactText> = []
        for pattern in patterns {
            do throws(SourceError) {
                let paths = try pattern.paths()
                if paths.isEmpty { throw .unusable(pattern.text, "this pattern matches no file") }
                for path in paths where seen.insert(ExactText(path)).inserted { look(at: path) }
            } catch {
                fault = fault ?? error
            }
        }
        // Each size is capped at `tooMany`, so no sum overflows.
        let tooMany = Self.mostBytes + 1
        let bytes = entries.reduce(0) { min($0 + min($1.size, tooMany), tooMany) }
        if bytes == tooMany, let largest = entries.max(by: { $0.size < $1.size }) {
            fault =
                fault
                ?? .unusable(
                    largest.path,
                    "\(largest.size) bytes; at most \(Self.mostBytes >> 20) MiB are searched in all files together: "
                        + "their lines are kept in memory")
        }
    }

    private mutating func look(at path: String) {
        do throws(SystemError) {
            let status = try FileStatus(of: path)
            entries.append(Entry(path: path, status: status.kind == .file ? status : nil))
            fault = fault ?? status.kind.fault.map { .unusable(path, $0) }
        } catch {
            entries.append(Entry(path: path, status: nil))
            fault = fault ?? .unusable(path, "\(error)")
        }
    }

    /// Whether a file is gone that existed when `other` was made.
    func lacksFile(of other: FileSurvey) -> Bool {
        let paths = Set(entries.lazy.filter { $0.status != nil }.map { ExactText($0.path) })
        return other.entries.contains { $0.status != nil && !paths.contains(ExactText($0.path)) }
    }
}

extension FileStatus.Kind {
    /// Why this is not read; nil if it is.
    var fault: String? {
        switch self {
        case .file: nil
        case .folder: "a folder, not a file; add `/*` for the files in it"
        case .pipe: "a named pipe, not a file: its contents cannot be read again"
        case .device: "a device, not a file"
        case .other: "not a file"
        }
    }
}

extension SourceError {
    /// The error that a file, or what a pattern matches, cannot be read now.
    static func unusable(_ path: String, _ why: String) -> SourceError {
        SourceError(.source, "\(path): \(why)", isRetryable: true)
    }
}
