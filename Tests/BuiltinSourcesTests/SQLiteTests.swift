import Foundation
import SearchSource
import Synchronization
import Testing

@testable import BuiltinSources

/// What happens before a database is queried. The rest is tested with databases, in `Tests/e2e/test_sqlite.py`.
@Suite struct SQLiteTests {
    @Test(
        arguments: [
            ("SELECT :a", [":a"]), ("select:a,:b,:a", [":a", ":b"]), ("values(:limit)", [":limit"]),
            ("WITH x AS (SELECT :a) SELECT * FROM x;", [":a"]), ("SELECT ?, ?2, @b, $c", ["?", "?2", "@b", "$c"]),
            ("SELECT ':a', \":b\", `:c`, [:d], 'it''s :e', :f", [":f"]), ("SELECT 1 -- :a\n, :b", [":b"]),
            ("SELECT 1 /* :a ** / ; */, :b ; -- end", [":b"]), ("/**/SELECT 1 /*/ :a", []),
            ("SELECT 'never closed :a", []), ("SELECT a$b, $c", ["$c"]),
            ("SELECT a - :b / :c : d", [":b", ":c"]), ("\u{FEFF}SELECT 1", nil), ("SELECT json -> :é", [":é"]),
            ("", nil), ("  -- SELECT", nil), ("DELETE FROM t", nil), ("(SELECT 1)", nil), ("SELECTED 1", nil),
            ("SELECT 1; SELECT 2", nil), ("SELECT 1;;", nil), ("; SELECT 1", nil),
        ] as [(String, [String]?)])
    func theParametersOfAStatementAreKnownWithoutADatabase(_ text: String, _ parameters: [String]?) {
        let select = try? SelectText(text, setting: "select")
        #expect(select?.parameters == parameters)
    }

    @Test(
        arguments: [
            ("swift pack", "\"swift\" \"pack\"*"), ("  a\t\n\u{3000}b ", "\"a\" \"b\"*"),
            ("a OR b", "\"a\" \"OR\" \"b\"*"),
            ("say \"hi\"", "\"say\" \"\"\"hi\"\"\"*"), ("a\0b", "\"a\" \"b\"*"), ("\"", "\"\"\"\"*"),
            ("e\u{301}\u{316}", "\"e\u{301}\u{316}\"*"),
            ("", nil), (" \0 ", nil),
        ] as [(String, String?)])
    func wordsAreQuotedForFTS5(_ query: String, _ expected: String?) {
        #expect(MatchPhrase(query).text.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        arguments: [
            ("plain", ["plain"]), ("\u{2}a\u{3} b", ["", "a", " b"]), ("a \u{2}b\u{3}", ["a ", "b"]), ("", nil),
            ("\u{2}\u{3}", nil),
            ("a\u{3}b", ["ab"]), ("\u{2}a\u{2}b\u{3}c\u{3}d", ["", "ab", "cd"]),
            ("a \u{2}never closed", ["a ", "never closed"]),
            ("\u{2}a\u{3}\u{2}b\u{3}", ["", "a", "", "b"]), ("<b>a</b>", ["<b>a</b>"]),
        ] as [(String, [String]?)])
    func marksBecomeMatches(_ text: String, _ parts: [String]?) {
        #expect(MarkedText.snippet(text)?.parts == parts)
    }

    /// Returns the heap limit of the library in this process, 0 for none; nil if the library does not support one.
    private static func heapLimit() -> Int64? {
        typealias Function = @convention(c) (Int64) -> Int64
        let library = dlopen("libsqlite3.so.0", RTLD_NOW)
        return dlsym(library, "sqlite3_hard_heap_limit64").map { unsafeBitCast($0, to: Function.self)(-1) }
    }

    @Test(.timeLimit(.minutes(10))) func theHeapIsLimitedOnlyWhileADatabaseIsOpen() async throws {
        try #require(Self.heapLimit() != nil)
        let folder = try FolderOfFiles()
        try folder.replace("empty.db", "")
        try folder.replace("none.db", "this is no database, which is said when it is read")
        let select = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            SELECT max(i) AS id, :query AS title FROM n LIMIT :limit
            """
        for name in ["empty.db", "none.db", "missing.db"] {
            let source = try SourceType.sqlite.source(["path": .string(folder[name]), "select": .string(select)])
            let seen = Mutex<Set<Int64>>([])
            guard case .local(let compute) = source.page(PageRequest(query: "a", pageSize: 3)) else { return }
            // This closure is called again and again, even while the statement runs.
            _ = compute {
                seen.withLock { if let limit = Self.heapLimit() { $0.insert(limit) } }
                return false
            }
            if name == "empty.db" { #expect(seen.withLock { $0.contains { $0 > 0 } }) }
        }
        // Other tests may have databases open, but not forever.
        while Self.heapLimit() != 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
