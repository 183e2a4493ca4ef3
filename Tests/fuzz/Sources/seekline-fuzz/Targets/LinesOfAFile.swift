import BuiltinSources
import Glibc
import JSON
import Platform
import SearchSource

extension Target {
    /// A file of arbitrary bytes, written in two pieces and searched after each: in the end the search finds the same
    /// as if the file had been written in one go. Each item is found by its id, and a detail shows its line in its
    /// place. The first byte says what the lines are, the next two where the first piece ends.
    static let linesOfAFile = Target(name: "source-lines") { bytes in
        var rest = bytes[...]
        let settings = settings[rest.number() % settings.count]
        let place = rest.number() << 8 | rest.number()
        let text = Array(rest)
        let path = "\(folder)/seekline-fuzz-\(UInt64.random(in: 0...UInt64.max))"
        defer { unlink(path) }
        write(Array(text.prefix(place % (text.count + 1))), to: path)
        let (grown, whole) = (lines(path, settings), lines(path, settings))
        _ = items(of: grown)
        write(text, to: path)
        let (found, expected) = (items(of: grown), items(of: whole))
        hold(found == expected, "a grown file gives the same as one read in one go")
        guard case .success(let items) = found else { return }
        for item in items { check(item, grown) }
        hold(Set(items.map { ExactText($0.id) }).count == items.count, "no id occurs twice")
    }

    private static let folder = ThisProcess.environment("TMPDIR") ?? "/tmp"

    private static let settings: [[String: JSONValue]] =
        ["text", "path:line:text", "path:line:column:text", "path:line:byte:text"].map { ["pattern": .string($0)] }
        + ["jsonl", "csv", "tsv"].map { ["format": .string($0)] }

    private static func lines(_ path: String, _ settings: [String: JSONValue]) -> any Source {
        do {
            return try SourceType.lines.source(settings.merging(["path": .string(path)]) { $1 })
        } catch {
            fatalError(error.message)
        }
    }

    /// Overwrites the beginning of a file, which keeps its identity.
    private static func write(_ bytes: [UInt8], to path: String) {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        hold(Glibc.write(file, bytes, bytes.count) == bytes.count, "an input can be written")
        close(file)
    }

    private static func check(_ item: Item, _ source: any Source) {
        guard case .success(let detail) = result(of: source.detail(DetailRequest(id: item.id))) else {
            return hold(false, "an item is found by its id")
        }
        guard let range = detail.range else { return }
        let lines = detail.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        let shown = range.lowerBound - 1
        hold(lines.indices.contains(shown) && lines[shown].elementsEqual(item.title.utf8), "the line is in its place")
    }

    private static func items(of source: any Source) -> Result<[Item], SourceError> {
        result(of: source.page(PageRequest(query: "", pageSize: 200))).map(\.items)
    }

    private static func result<Answer>(of work: Work<Answer>) -> Result<Answer, SourceError> {
        var work = work
        while case .local(let compute) = work { work = compute { false } }
        guard case .known(let result) = work else { return .failure(SourceError(.internal, "it sends a request")) }
        return result
    }
}
