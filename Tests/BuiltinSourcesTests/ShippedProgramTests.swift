import BuiltinSources
import SearchSource
import Testing

/// How the descriptions of the shipped programs are read. `Tests/providers` runs the programs.
@Suite struct ShippedProgramTests {
    @Test func everyShippedProgramIsAvailableWithAValidDescription() throws {
        let names = SourceType.providers.map(\.name)
        #expect(names.count == 12 && Set(names).count == 12)
        for type in SourceType.providers {
            let info = try type.source([:], named: "mine").info
            #expect(info.type == type.name && info.name == "mine" && info.title != "mine", "\(type.name)")
            #expect(info.isLocal && !type.isThereByItself && !type.summary.isEmpty, "\(type.name)")
            #expect(!type.requires.isEmpty && type.shipped?.tried != nil, "\(type.name)")
            #expect(SourceType.named(type.name)?.summary == type.summary)
        }
    }

    @Test func settingsOverrideTheShippedDescription() throws {
        let type = try #require(SourceType.named("git-log"))
        let own = try type.source(["title": "Mine", "cwd": "/src", "options": ["minLength": 2]])
        #expect(own.info.title == "Mine" && own.info.pacing.minLength == 2)
        let error = #expect(throws: SettingError.self) { try type.source(["cwd": ""]) }
        #expect(error?.setting == "cwd")
    }
}
