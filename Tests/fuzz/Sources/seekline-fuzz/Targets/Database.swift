import BuiltinSources
import Glibc
import SearchSource

extension Target {
    /// A database file of arbitrary bytes: its rows are items, or an error says what is wrong with it.
    static let database = Target(name: "database") { bytes in
        let path = "/tmp/seekline-fuzz-\(getpid()).db"
        guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        defer { unlink(path) }
        for select in selects {
            let source = opened(path, select)
            var request = PageRequest(query: "a", pageSize: 3)
            for _ in 0..<5 {
                guard case .local(let compute) = source.page(request), case .known(let result) = compute({ false })
                else {
                    return hold(false, "a page is only computed")
                }
                guard case .success(let page) = result else { break }
                hold(page.items.count <= 3, "a page has as many items as were asked for")
                request.cursor = page.next
                if page.next == nil { break }
            }
            guard case .local(let compute) = source.detail(DetailRequest(id: "1")) else {
                return hold(false, "a detail is computed")
            }
            _ = compute { false }
        }
    }

    /// Statements for a table with a full-text index and for a plain one.
    static let selects = [
        "SELECT rowid AS id, *, snippet(notes, 1, :begin, :end, '…', 8) AS snippet FROM notes "
            + "WHERE notes MATCH :match ORDER BY rank LIMIT :limit OFFSET :offset",
        "SELECT rowid AS id, * FROM places WHERE title LIKE '%' || :query || '%' ORDER BY url LIMIT :limit",
    ]

    private static func opened(_ path: String, _ select: String) -> any Source {
        let detail = "SELECT *, title AS text FROM places WHERE rowid = :id"
        do {
            return try SourceType.sqlite.source([
                "path": .string(path), "select": .string(select), "detail": .string(detail), "timeoutMs": "2000",
            ])
        } catch {
            fatalError("\(error.setting): \(error.message)")
        }
    }
}
