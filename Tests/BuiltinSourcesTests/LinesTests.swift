import Foundation
import JSON
import SearchSource
import SourceProbes
import TestSupport
import Testing

@testable import BuiltinSources

/// `lines`: the lines of files.
@Suite struct LinesTests {
    let folder: FolderOfFiles

    init() throws { folder = try FolderOfFiles() }

    @Test func eachLineIsAnItemWithItsLocation() throws {
        try folder.replace("a.txt", "one\r\n\r\n  two\t\n   \nthree")
        let items = try folder.lines("a.txt").page(query: "").get().items
        #expect(items.map(\.title) == ["one", "  two\t", "three"])
        #expect(items.map(\.location) == [1, 3, 5].map { Location(path: folder["a.txt"], line: $0) })
        #expect(items.map(\.insert) == items.map(\.title))
        #expect(items.allSatisfy { $0.kind == .line })
    }

    @Test func matchesAreRankedAndMarked() throws {
        try folder.replace("a.txt", "src/main_loop.c\nMakefile\nmain.c\n")
        let page = try folder.lines("a.txt").page(query: "mc").get()
        #expect(page.items.map(\.title) == ["main.c", "src/main_loop.c"] && page.total == 2)
        #expect(page.items.first?.snippet == ["", "m", "ain.", "c"])
    }

    @Test func aByteOrderMarkIsSkippedAndInvalidUTF8IsShownAsReplacementCharacters() throws {
        try folder.replace("a.txt", [0xEF, 0xBB, 0xBF, 0x61, 0xFF, 0x62, 0x0A, 0xC3, 0xA9])
        #expect(try folder.lines("a.txt").titles() == ["a\u{FFFD}b", "é"])
    }

    @Test func anEmptyFileIsAnEmptyList() throws {
        try folder.replace("a.txt", "")
        #expect(try folder.lines("a.txt").page(query: "").get().items.isEmpty)
    }

    // MARK: Ids

    @Test func anIDIsTheTextOfItsLineEvenIfTheLineMoves() throws {
        try folder.replace("a.txt", "a\nb\na\n")
        let lines = try folder.lines("a.txt")
        #expect(try lines.page(query: "").get().items.map(\.id) == ["a", "b", "a\n2"])
        try folder.replace("a.txt", "new\na\nb\na\n")
        #expect(try lines.page(query: "").get().items.map(\.id) == ["new", "a", "b", "a\n2"])
        #expect(try lines.detail(id: "a\n2").get().location == Location(path: folder["a.txt"], line: 4))
        for id in ["a\n3", "a\n1", "a\n02", "a\n-1", "a\n", "\n2", "c", "", "a\n2\n2", "a\n99999999999999999999"] {
            #expect(lines.detail(id: id).error?.isNoSuchItem == true, "\(id)")
        }
    }

    @Test func eachOfManyEqualLinesHasItsOwnID() throws {
        try folder.replace("a.txt", String(repeating: "same\n", count: 100_000) + "other\n")
        let lines = try folder.lines("a.txt")
        let page = try lines.page(query: "same").get()
        #expect(page.total == 100_000 && page.items.last?.id == "same\n20")
        #expect(try lines.detail(id: "same\n99999").get().location?.line == 99_999)
    }

    // MARK: Details

    @Test func aDetailShowsTheSurroundingLines() throws {
        let text = (1...100).map { $0 % 10 == 0 ? "" : "let x\($0) = 1" }.joined(separator: "\n")
        try folder.replace("a.swift", text)
        let detail = try folder.lines("a.swift").detail(id: "let x55 = 1").get()
        let lines = detail.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "let x35 = 1" && lines.last == "let x75 = 1" && lines.count == 41)
        #expect(detail.range == 21...21 && lines[20] == "let x55 = 1" && lines[25] == "")
        #expect(detail.format == .code && detail.language == "swift")
        #expect(detail.location == Location(path: folder["a.swift"], line: 55))
        #expect(try folder.lines("a.swift").detail(id: "let x1 = 1").get().range == 1...1)
    }

    @Test func aDetailShowsTheNearestLinesOfThoseThatAreTooLongTogether() throws {
        let lines = (10..<70).map { "\($0)" + String(repeating: "x", count: 60_000) }
        try folder.replace("a", lines.joined(separator: "\n"))
        let detail = try folder.lines("a").detail(id: lines[30]).get()
        let shown = detail.text.split(separator: "\n").map { $0.prefix(2) }
        #expect(shown == ["38", "39", "40", "41"])
        #expect(detail.range.map { shown[$0.lowerBound - 1] } == "40")
    }

    // MARK: Locations in other files

    @Test(
        arguments: [
            ("path:line:text", "a.c:12:int x;", "a.c", 12, nil, "int x;"),
            ("path:line:text", "a b:c.c:3:4: y", "a b:c.c", 3, nil, "4: y"),
            ("path:line:column:text", "a.c:12:5: error: z", "a.c", 12, 5, " error: z"),
            ("path:line:column:text", "a.c:12: warning", "a.c", 12, nil, " warning"),
            (#"path:line:column:text"#, #"C:\x.c:1:2:t"#, #"C:\x.c"#, 1, 2, "t"),
            ("path:line:byte:text", "a.c:7:4:é = x", "a.c", 7, 3, "é = x"),
            ("path:line:byte:text", "a.c:7:1:é", "a.c", 7, 1, "é"),
            ("path:line:byte:text", "a.c:7:3:é", "a.c", 7, 2, "é"),
            // A line that was cut off, and one that is not UTF-8.
            ("path:line:byte:text", "a.c:7:4:é", "a.c", 7, nil, "é"),
            ("path:line:byte:text", "a.c:7:4:\u{FFFD} \u{FFFD}x", "a.c", 7, 4, "\u{FFFD} \u{FFFD}x"),
        ] as [(String, String, String, Int, Int?, String)])
    func aLineMayContainALocation(
        _ pattern: String, _ line: String, _ path: String, _ number: Int, _ column: Int?, _ text: String
    ) throws {
        try folder.replace("found", line)
        let item = try #require(
            try folder.lines("found", ["pattern": .string(pattern)]).page(query: "").get().items.first)
        #expect(item.title == line && item.insert == text)
        #expect(item.location == Location(path: path, line: number, column: column))
    }

    @Test(arguments: [
        "--", "make: *** [all] Error 1", ":1:x", "a.c:0:x", "a.c:99999999999999999999:x", "a.c:1", "a.c:",
    ])
    func aLineWithoutALocationIsItsOwnLocation(_ line: String) throws {
        try folder.replace("found", line)
        let lines = try folder.lines("found", ["pattern": "path:line:column:text"])
        #expect(try lines.page(query: "").get().items.first?.location == Location(path: folder["found"], line: 1))
        #expect(try lines.detail(id: line).get().text == line)
    }

    @Test func anUnknownPatternIsAnErrorThatListsTheKnownOnes() {
        let error = #expect(throws: SettingError.self) { try SourceType.lines.source(["path": "a", "pattern": "x"]) }
        #expect(
            error?.message
                == "must be `text` or `path:line:text` or `path:line:column:text` or `path:line:byte:text`, not \"x\"")
    }

    @Test(arguments: ["", "a\0b", 7, ["a", ""], ["a", ["b"]], [], [:]] as [JSONValue])
    func anInvalidPathIsAnErrorThatNamesTheElement(_ path: JSONValue) {
        let error = #expect(throws: SettingError.self) { try SourceType.lines.source(["path": path]) }
        #expect(error?.path == (path.array?.count == 2 ? [.element(1)] : []), "it says where")
    }

    // MARK: Several files

    @Test func patternsAreExpandedToFiles() throws {
        for name in ["a.md", "b.txt", "x/c.md", "x/y/d.md", "x/.e.md", ".git/f.md", "x/g.mdx"] {
            try folder.replace(name, name)
        }
        // A cycle.
        symlink("..", folder["x/up"])
        for (pattern, expected) in [
            ("*.md", ["a.md"]), ("?.*", ["a.md", "b.txt"]), ("**/*.md", ["a.md", "x/c.md", "x/y/d.md"]),
            ("*/*.md", ["x/c.md"]), ("x/y/**", ["x/y/d.md"]), (".*/*.md", [".git/f.md"]),
            ("x/**/?.*", ["a.md", "b.txt", "x/c.md", "x/g.mdx", "x/y/d.md"]), ("**/**/d*", ["x/y/d.md"]),
            ("x//c.md", ["x/c.md"]),
        ] {
            #expect(try folder.lines(pattern).titles().sorted() == expected, "\(pattern)")
        }
        try folder.replace("a/b/h.txt", "")
        symlink("../../x", folder["a/b/far"])
        #expect(try FilePattern(folder["**/c.md"], home: nil).paths() == [folder["x/c.md"]], "the shortest way")
        try folder.replace("[*].txt", "a name with a star")
        #expect(try folder.lines("[*].txt").titles() == ["a name with a star"])
        try folder.replace("[x].txt", "another name")
        #expect(try FilePattern("~/[*].txt", home: folder.path).paths() == [folder["[*].txt"]])
    }

    @Test func severalPathsKeepTheirOrderAndNoFileIsReadTwice() throws {
        try folder.replace("a", "1")
        try folder.replace("b", "2")
        try folder.replace("c", "3")
        let paths: JSONValue = [.string(folder["c"]), .string(folder["?"])]
        #expect(try SourceProbe("lines", ["path": paths]).titles() == ["3", "1", "2"])
    }

    @Test func filesKeepTheirOrderAndTheirUnterminatedLastLines() throws {
        try folder.replace("1", "a\nb")
        try folder.replace("2", "c")
        try folder.replace("3", "d\n")
        let items = try folder.lines("*").page(query: "").get().items
        #expect(items.map(\.title) == ["a", "b", "c", "d"])
        #expect(items.map { $0.location?.path } == ["1", "1", "2", "3"].map { folder[$0] })
    }
}
