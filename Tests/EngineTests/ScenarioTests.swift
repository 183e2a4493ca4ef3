import Foundation
import JSON
import Scenarios
import SearchSource
import SourceProbes
import TestSupport
import Testing

/// Every file of `protocol/scenarios`, in virtual time.
@Suite struct ScenarioTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../protocol/scenarios").standardizedFileURL

    static let files: [String] = {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { $0.hasSuffix(".jsonl") }.sorted()
    }()

    @Test(arguments: files)
    func scenario(_ file: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let (faults, transcript) = try ScenarioRunner.run(Scenario(text, file: file))
        for fault in faults { Issue.record("\(file): \(fault)") }
        try keep(transcript, of: file)
    }

    /// Writes the transcript to the folder $SEEKLINE_TRANSCRIPTS, if that is set, to be checked against the schemas.
    private func keep(_ transcript: [(way: String, text: String)], of file: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["SEEKLINE_TRANSCRIPTS"] else { return }
        let lines = transcript.map { JSONValue.object(JSONObject([($0.way, .string($0.text))])).text + "\n" }
        try Data(lines.joined().utf8).write(to: URL(filePath: folder).appending(path: "virtual-\(file)"))
    }

    @Test func everyRuleHasAScenario() throws {
        let contract = try String(contentsOf: Self.folder.appending(path: "../README.md"), encoding: .utf8)
        let section = try #require(contract.split(separator: "\n## ").first { $0.hasPrefix("The rules\n") })
        let rules = section.matches(of: #/\n(\d+)\. /#).compactMap { Int($0.1) }
        #expect(rules == Array(1...rules.count) && rules.count >= 21)
        for rule in rules {
            let prefix = String(format: "%02d-", rule)
            #expect(Self.files.contains { $0.hasPrefix(prefix) }, "rule \(rule)")
        }
        #expect(Self.files.filter { $0.hasPrefix("fault-") }.count >= 6)
    }

    /// A system's scenario is played with the options of its source.
    @Test(arguments: ["wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id"])
    func everySystemHasAScenario(_ name: String) throws {
        let file = "system-\(name).jsonl"
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let header = try Scenario(text, file: file).header
        #expect(header["system"]?.string == name)
        let pacing = try SourceProbe(name).source.info.pacing
        var told = Pacing()
        for option in PacingOption.all {
            guard let value = header["options"]?.object?[option.name] else { continue }
            let isSet = option.set(value.integer.map { .integer($0) } ?? .word(value.string ?? ""), in: &told)
            #expect(isSet, "\(option.name)")
        }
        for option in PacingOption.all {
            #expect(option.value(in: pacing) == option.value(in: told), "\(option.name)")
        }
    }
}
