import BuiltinSources
import Foundation
import JSON
import SearchSource
import SourceProbes

/// A folder of files for one test, deleted afterwards.
final class FolderOfFiles {
    let path = NSTemporaryDirectory() + "seekline-lines-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a file in it.
    subscript(name: String) -> String { "\(path)/\(name)" }

    /// Replaces a file with a new one, as editors do.
    func replace(_ name: String, _ bytes: some Collection<UInt8>) throws {
        let folder = (self[name] as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: self[name] + ".new"))
        guard rename(self[name] + ".new", self[name]) == 0 else { throw POSIXError(.EIO) }
    }

    func replace(_ name: String, _ text: String) throws { try replace(name, Array(text.utf8)) }

    /// Writes at the end of a file, or at the offset `place`.
    func write(_ name: String, _ text: String, at place: UInt64? = nil) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: self[name]))
        let before = modified(name)
        if place == nil { try file.seekToEnd() }
        // File timestamps advance in steps: a write within one step may not change the modification time.
        repeat {
            if let place { try file.seek(toOffset: place) }
            try file.write(contentsOf: Array(text.utf8))
        } while place != nil && modified(name) == before
        try file.close()
    }

    private func modified(_ name: String) -> [Int] {
        var status = stat()
        stat(self[name], &status)
        return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    /// Truncates or extends a file to this length.
    func cut(_ name: String, at length: Int) { truncate(self[name], length) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self[name]) }

    /// Returns a source of the lines of these files.
    func lines(_ pattern: String, _ settings: [String: JSONValue] = [:]) throws -> SourceProbe {
        try SourceProbe("lines", settings.merging(["path": .string(self[pattern])]) { $1 })
    }
}

extension SourceProbe {
    /// Returns the titles of a page, or its error.
    func titles(_ query: String = "") -> [String] {
        switch page(query: query) {
        case .success(let page): page.items.map(\.title)
        case .failure(let error): ["error: \(error.message)"]
        }
    }
}
