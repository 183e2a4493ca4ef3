import BuiltinSources
import JSON
import SearchSource
import Testing

/// The API with which other programs make sources.
@Suite struct SourceTypeTests {
    @Test func anUnknownSettingIsAnError() {
        let error = #expect(throws: SettingError.self) { try SourceType.wikipedia.source(["langage": "en"]) }
        #expect(error?.setting == "langage")
        #expect(
            error?.message
                == "there is no such setting; is `language` meant? wikipedia has language, endpoint, concurrency")
        let none = #expect(throws: SettingError.self) { try SourceType.unicode.source(["x": "y"]) }
        #expect(none?.message == "there is no such setting; unicode has nothing to set")
    }

    @Test func aNumberIsAcceptedAndCheckedAsInTheConfiguration() throws {
        #expect(try SourceType.wikipedia.source(["concurrency": 3]).info.concurrency == 3)
        let error = #expect(throws: SettingError.self) { try SourceType.wikipedia.source(["concurrency": 0]) }
        #expect(error?.setting == "concurrency")
    }

    @Test(arguments: [.null, ["en"], ["a": "b"]] as [JSONValue])
    func aSettingOfASingleValueRefusesNullArraysAndObjects(_ value: JSONValue) {
        let error = #expect(throws: SettingError.self) { try SourceType.wikipedia.source(["language": value]) }
        #expect(error?.message == "must be a string, a number or a boolean, not \(value.kind)")
    }
}
