import Platform
import SearchSource

/// The path of a file, or of several: `*` and `?` stand for characters of a name, `**` for any number of folders.
struct FilePattern: Hashable, Sendable {
    /// As it was written.
    let text: String

    /// The same, with the folder that `~` stands for.
    private let path: String

    /// What leads to the first pattern: "", "/" or a path that ends with a slash.
    private let base: String

    private let parts: [Part]

    private enum Part: Hashable {
        case name(String)
        case pattern(NamePattern)
        /// `**`
        case folders
    }

    /// The most names that are looked at for one pattern, and the most files that it may lead to.
    static let (mostNames, mostFiles) = (50_000, 10_000)

    /// Reads a path. `~/` in front is the folder of whoever runs this, if that is `home`.
    init(_ text: String, home: String?) {
        self.text = text
        path = if let home, text.hasPrefix("~/") { home + text.dropFirst() } else { text }
        base = path.hasPrefix("/") ? "/" : ""
        parts = path.split(separator: "/").map { part in
            part == "**" ? .folders : NamePattern(part).map(Part.pattern) ?? .name(String(part))
        }
    }

    /// The path, if it is that of one file.
    private var plain: String? {
        var names: [String] = []
        for part in parts {
            guard case .name(let name) = part else { return nil }
            names.append(name)
        }
        return base + names.joined(separator: "/")
    }

    /// The paths that are meant, in the order of their bytes: of a plain path itself, whether there is anything or not.
    func paths() throws(SourceError) -> [String] {
        if let plain { return [plain] }
        // What was named like that is meant, though it looks like a pattern.
        if (try? FileStatus(of: path)) != nil { return [path] }
        var walk = Walk(pattern: self)
        try walk.follow(parts[...], from: base)
        if walk.found.isEmpty, let fault = walk.fault { throw fault }
        return walk.found.sorted { $0.hasBytes(before: $1) }
    }

    /// The way through the folders, level by level: folders may stand in each other deeper than calls can. Where links lead
    /// to a folder as well, the shortest way counts.
    private struct Walk {
        let pattern: FilePattern
        var found: [String] = []
        /// Where the way leads, in order, and the parts that are to be found from there.
        private var stations: [(parts: ArraySlice<Part>, path: String)] = []
        private var names = 0
        /// Why a folder could not be looked into: the first one.
        private(set) var fault: SourceError?
        /// Which folders were gone through for which parts: links may lead in a circle.
        private var visited: Set<Visit> = []

        private struct Visit: Hashable {
            let folder: FileStatus.Identity
            let rest: Int
        }

        init(pattern: FilePattern) {
            self.pattern = pattern
        }

        /// Finds the files to which `parts` lead from here.
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
                // `**` at the end means every file below.
                if rest.isEmpty {
                    for name in try self.names(in: path) where !name.hasPrefix(".") { try reach(path + name, rest) }
                } else {
                    stations.append((rest, path))
                }
                for name in try self.names(in: path) where !name.hasPrefix(".") {
                    let status = try? FileStatus(of: path + name)
                    if status?.kind == .folder { stations.append((parts, path + name + "/")) }
                }
            }
        }

        private mutating func reach(_ path: String, _ rest: ArraySlice<Part>) throws(SourceError) {
            guard rest.isEmpty else { return stations.append((rest, path + "/")) }
            guard (try? FileStatus(of: path))?.kind == .file else { return }
            found.append(path)
            if found.count > FilePattern.mostFiles { throw tooMany("to more than \(FilePattern.mostFiles) files") }
        }

        /// The names in a folder; none if it is not there, or nobody may look into it. If the machine has no room to do so, that
        /// is no list without its files.
        private mutating func names(in path: String) throws(SourceError) -> [String] {
            let most = FilePattern.mostNames + 1 - self.names
            let folder = path.isEmpty ? "." : path
            var names: [String] = []
            do throws(SystemError) {
                names = try Folder.names(in: folder, atMost: most)
            } catch {
                let fault = SourceError.unusable(pattern.text, "\(folder) cannot be looked into: \(error)")
                if error.isShortage { throw fault }
                if !error.isMissing { self.fault = self.fault ?? fault }
            }
            self.names += names.count
            if self.names > FilePattern.mostNames { throw tooMany("through more than \(FilePattern.mostNames) names") }
            return names
        }

        private func tooMany(_ what: String) -> SourceError {
            SourceError(.source, "\(pattern.text): it leads \(what)")
        }
    }
}
