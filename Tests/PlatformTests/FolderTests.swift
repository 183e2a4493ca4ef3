import Foundation
import Platform
import Testing

@Suite struct FolderTests {
    private let path = NSTemporaryDirectory() + "seekline-folder-\(UUID().uuidString)"

    @Test func namesAreReadInTheOrderOfTheirBytes() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: SystemError.self) { try Folder.names(in: path, atMost: 1) }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in ["b", "Z", ".a", "\u{E9}", "e"] { close(creat("\(path)/\(name)", 0o600)) }
        #expect(try Folder.names(in: path, atMost: 5) == [".a", "Z", "b", "e", "\u{E9}"])
        let some = try Folder.names(in: path, atMost: 3)
        #expect(some.count == 3, "a folder may have millions")
    }
}
