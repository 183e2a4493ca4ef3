import Foundation
import JSON
import Testing

/// The texts of JSONTestSuite, with which parsers in many languages are compared.
@Suite struct JSONSuiteTests {
    @Test func everyTextIsReadOrRefusedAsItMustBe() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "JSONTestSuite/test_parsing")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 318)
        for name in names {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            let value = try? JSONParser.parse(bytes)
            if name.hasPrefix("y_") { #expect(value != nil, "\(name) must be read") }
            if name.hasPrefix("n_") { #expect(value == nil, "\(name) must be refused") }
            // Whatever is read can be written and read again.
            if let value { #expect(try JSONParser.parse(JSONWriter.bytes(of: value)) == value, "\(name)") }
        }
    }
}
