import Foundation
import Platform
import Testing

@Suite struct FileTests {
    private let path = NSTemporaryDirectory() + "seekline-file-\(UUID().uuidString)"

    @Test func readsFilesUpToTheLimitAndRefusesLargerOnes() throws {
        let text = [UInt8](repeating: 0x61, count: 100_000)
        defer { unlink(path) }
        try Data(text).write(to: URL(fileURLWithPath: path))
        #expect(try File.contents(of: path, atMost: 100_000) == text)
        let fault = #expect(throws: File.Fault.self) { try File.contents(of: path, atMost: 99_999) }
        #expect(fault?.message == "\(path): the file is larger than 99999 bytes")
        #expect(fault?.isMissing == false)
    }

    @Test func reportsWhyAFileCannotBeReadOrCreated() {
        let missing = #expect(throws: File.Fault.self) { try File.contents(of: path, atMost: 1) }
        #expect(missing?.message == "\(path): No such file or directory")
        #expect(missing?.isMissing == true)
        let folder = #expect(throws: File.Fault.self) { try File.contents(of: "/", atMost: 1) }
        #expect(folder?.message == "/: Is a directory")
        #expect(folder?.isMissing == false)
        #expect(throws: File.Fault.self) { try File.create("/no/such/folder/file") }
    }

    @Test func onlyTheOwnerMayReadCreatedFiles() throws {
        defer { unlink(path) }
        close(try File.create(path).number)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }
}
