import Platform
import SearchSource

/// The path of a file, or of several: `*` and `?` stand for characters of a name, `**` for any number of folders.
struct FilePattern: Hashable, Sendable {
    /// As it was written.
    let text: String

    /// The same, with `~` replaced by the folder that it stands for.
    private let path: String

    /// Where the path starts: "/" if it is absolute, otherwise "".
    private let base: String

    private let parts: [Part]

    private enum Part: Hashable {
        case name(String)
        case pattern(NamePattern)
        /// `**`
        case folders
    }

    /// The maximum number of names that are examined for one pattern, and of files that it may match.
    static let (mostNames, mostFiles) = (50_000, 10_000)

    /// Reads a path. A leading `~/` stands for the folder `home`, if that is not nil.
    init(_ text: String, home: String?) {
        self.text = text
        path = if let home, text.hasPrefix("~/") { home + text.dropFirst() } else { text }
        base = path.hasPrefix("/") ? "/" : ""
        parts = path.split(separator: "/").map { part in
            part == "**" ? .folders : NamePattern(part).map(Part.pattern) ?? .name(String(part))
        }
    }

    /// The path; nil if it contains patterns.
    private var plain: String? {
        var names: [String] = []
        for part in parts {
            guard case .name(let name) = part else { return nil }
            names.append(name)
        }
        return base + names.joined(separator: "/")
    }

    /// Returns the matching paths, in the order of their bytes. A plain path is returned as it is, even if nothing is
    /// there.
    func paths() throws(SourceError) -> [String] {
        if let plain { return [plain] }
        // An existing file with this very name is meant, even though the name looks like a pattern.
        if (try? FileStatus(of: path)) != nil { return [path] }
        var walk = Walk(pattern: self)
        try walk.follow(parts[...], from: base)
        if walk.found.isEmpty, let fault = walk.fault { throw fault }
        return walk.found.sorted { $0.hasBytes(before: $1) }
    }

    /// A walk through the folders, level by level, because folders may be nested deeper than calls can be. If links
    /// lead to the same folder, the shortest path counts.
    private struct Walk {
        let pattern: FilePattern
        var found: [String] = []
        /// The places to visit, in order, each with the parts to look for there.
        private var stations: [(parts: ArraySlice<Part>, path: String)] = []
        private var names = 0
        /// Why a folder could not be read: the first such error.
        private(set) var fault: SourceError?
        /// The folders that were visited, and for which parts, because links may form a cycle.
        private var visited: Set<Visit> = []

        private struct Visit: Hashable {
            let folder: FileStatus.Identity
            let rest: Int
        }

        init(pattern: FilePattern) {
            self.pattern = pattern
        }

        /// Finds the files to which `parts` lead from `path`.
        mutating func follow(_ parts: ArraySlice<Part>, from path: String) throws(SourceError) {
            stations = [(parts, path)]
            var number = 0
            while number < stations.count {
                try look(for: stations[number].parts, at: stations[number].path)
                number += 1
            }
        }

        private mutating func look(for parts: ArraySlice<Part>, at path: String) throws(SourceError) {
            guard let part = parts.first else { return }
            let rest = parts.dropFirst()
            switch part {
            case .name(let name):
                try reach(path + name, rest)
            case .pattern(let pattern):
                for name in try self.names(in: path) where pattern.matches(name) { try reach(path + name, rest) }
            case .folders:
                guard let folder = try? FileStatus(of: path.isEmpty ? "." : path), folder.kind == .folder,
                    visited.insert(Visit(folder: folder.identity, rest: parts.count)).inserted
                else { return }
                // Each name is read and counted once, for what is in this folder and for what is below.
                let names = try self.names(in: path)
                switch rest.first {
                case nil:
                    // `**` at the end means every file below.
                    for name in names where !name.hasPrefix(".") { try reach(path + name, rest) }
                case .pattern(let pattern):
                    for name in names where pattern.matches(name) { try reach(path + name, rest.dropFirst()) }
                case .name, .folders:
                    stations.append((rest, path))
                }
                for name in names where !name.hasPrefix(".") {
                    let status = try? FileStatus(of: path + name)
                    if status?.kind == .folder { stations.append((parts, path + name + "/")) }
                }
            }
        }

        private mutating func reach(_ path: String, _ rest: ArraySlice<Part>) throws(SourceError) {
            guard rest.isEmpty else { return stations.append((rest, path + "/")) }
            guard (try? FileStatus(of: path))?.kind == .file else { return }
            found.append(path)
            if found.count > FilePattern.mostFiles { throw tooMany("matches more than \(FilePattern.mostFiles) files") }
        }

        /// Returns the names in a folder; none if it does not exist or may not be read. Throws if the system lacks the
        /// resources to read it, because that must not look like an empty folder.
        private mutating func names(in path: String) throws(SourceError) -> [String] {
            let most = FilePattern.mostNames + 1 - self.names
            let folder = path.isEmpty ? "." : path
            var names: [String] = []
            do throws(SystemError) {
                names = try Folder.names(in: folder, atMost: most)
            } catch {
                let fault = SourceError.unusable(pattern.text, "\(folder) cannot be read: \(error)")
                if error.isShortage { throw fault }
                if !error.isMissing { self.fault = self.fault ?? fault }
            }
            self.names += names.count
            if self.names > FilePattern.mostNames {
                throw tooMany("would look at more than \(FilePattern.mostNames) names")
            }
            return names
        }

        private func tooMany(_ what: String) -> SourceError {
            SourceError(.source, "\(pattern.text): it \(what)")
        }
    }
}
