import Foundation
import SearchSource
import SourceProbes
import Testing

@testable import BuiltinSources

/// The errors that `lines` reports for files that it cannot search.
@Suite struct LinesFaultTests {
    let folder: FolderOfFiles

    init() throws { folder = try FolderOfFiles() }

    /// Returns the error of a search, without the folder's path in it.
    private func fault(_ pattern: String) throws -> String? {
        let error = try folder.lines(pattern).page(query: "x").error
        return error.map { "\($0.kind.rawValue): \($0.message.replacingOccurrences(of: folder.path + "/", with: ""))" }
    }

    @Test func withoutAPathItSaysWhatIsMissing() throws {
        let source = try SourceProbe("lines", [:])
        #expect(source.source.info.missing == ["lines.path"])
        #expect(source.page(query: "x").error?.message == "no file is configured: set lines.path")
    }

    @Test func whatIsNotARegularFileIsAnError() throws {
        try folder.replace("sub/a", "x")
        mkfifo(folder["pipe"], 0o600)
        #expect(try fault("none") == "source: none: No such file or directory")
        #expect(try fault("sub/a/b") == "source: sub/a/b: Not a directory")
        #expect(try fault("sub") == "source: sub: a folder, not a file; add `/*` for the files in it")
        #expect(
            try fault("pipe") == "source: pipe: a named pipe, not a file: its contents cannot be read again")
        #expect(try fault("*.txt") == "source: *.txt: this pattern matches no file")
        #expect(
            try SourceProbe("lines", ["path": "/dev/null"]).page(query: "x").error?.message
                == "/dev/null: a device, not a file")
    }

    #if os(Linux)
        @Test func aFileWhoseReportedSizeIsWrongIsNotSearched() throws {
            let advice = "have a program print it (`type` is `command`)"
            func message(_ path: String) throws -> String? {
                try SourceProbe("lines", ["path": .string(path)]).page(query: "x").error?.message
            }
            #expect(
                try message("/proc/version")
                    == "/proc/version: its size is given as 0 bytes, but it has more: \(advice)")
            let path = "/sys/kernel/profiling"
            if FileManager.default.fileExists(atPath: path) {
                #expect(try message(path) == "\(path): its size is given as 4096 bytes, but it has fewer: \(advice)")
            }
        }
    #endif

    @Test func binaryAndUTF16FilesAreNotSearched() throws {
        try folder.replace("null", [0x61, 0x0A, 0x62, 0, 0x0A])
        try folder.replace("little", [0xFF, 0xFE, 0x61, 0])
        try folder.replace("big", [0xFE, 0xFF, 0, 0x61])
        #expect(
            try fault("null")
                == "decode: null, line 2: a NUL byte, which no text has; UTF-16 must be converted to UTF-8 first")
        for name in ["little", "big"] {
            #expect(
                try fault(name) == "decode: \(name): UTF-16, as its byte order mark says; convert it to UTF-8 first "
                    + "(`iconv -t UTF-8`)")
        }
    }

    @Test func aFileThatIsTooLargeIsNotRead() throws {
        try folder.replace("small", "x")
        try folder.replace("large", "")
        folder.cut("large", at: 2 << 30)
        let message = "bytes; at most 512 MiB are searched in all files together: their lines are kept in memory"
        #expect(try fault("*l*") == "source: large: 2147483648 \(message)")
    }

    @Test func aPatternWithTooManyFilesOrNamesIsAnError() throws {
        for number in 0...10_000 { close(creat(folder["\(number)"], 0o600)) }
        #expect(try fault("*") == "source: *: it matches more than 10000 files")
        // Links lead to the same names over and over.
        try folder.replace("d/0", "")
        for number in 1..<500 { close(creat(folder["d/\(number)"], 0o600)) }
        for number in 0..<100 { symlink("d", folder["l\(number)"]) }
        #expect(try fault("l*/none*") == "source: l*/none*: it would look at more than 50000 names")
    }

    @Test func aPatternWithFoldersCountsEachNameOnce() throws {
        for number in 0..<26_000 { symlink("none", folder["\(number).md"]) }
        try folder.replace("d/a.md", "found\n")
        for pattern in ["**/*.md", "**"] {
            #expect(try folder.lines(pattern).titles() == ["found"], "\(pattern)")
        }
    }

    @Test func aLineThatIsAsLongAsIsKeptIsNotCutBeforeCRLF() throws {
        let longest = String(repeating: "x", count: (1 << 16) - 8)
        try folder.replace("a", "\(longest)\r\n\(longest)\n\(longest)x\r\n\(longest)\r")
        #expect(try folder.lines("a").titles() == [longest, longest, longest + "…", longest])
        // In several pieces.
        try folder.replace("b", String(repeating: "y", count: (1 << 20) - 10) + "\n\(longest)\r\n")
        #expect(try folder.lines("b").titles().last == longest)
    }

    @Test func aLongLineIsCut() throws {
        let line = String(repeating: "é", count: 600_000)
        try folder.replace("a", "short\n\(line)\n" + line)
        let lines = try folder.lines("a")
        let items = try lines.page(query: "").get().items
        #expect(items.count == 3 && items[1].title.hasSuffix("é…") && items[1].title == items[2].title)
        #expect((65_000..<65_536).contains(items[1].title.utf8.count))
        #expect(try lines.detail(id: items[2].id).get().location?.line == 3)
    }

    /// A faulty file is not read again with each keystroke.
    @Test func anErrorStaysUntilTheFileIsReplaced() throws {
        try folder.replace("a", "x\n\0\n")
        let lines = try folder.lines("a")
        #expect(lines.page(query: "x").error != nil && lines.page(query: "xy").error != nil)
        try folder.replace("a", "x\n")
        #expect(lines.titles("x") == ["x"])
    }
}
