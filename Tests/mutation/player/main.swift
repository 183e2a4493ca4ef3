import Foundation
import Scenarios

/// Plays scenarios in virtual time, and prints the outcome of each right away: the next one may crash the engine.
for path in CommandLine.arguments.dropFirst() {
    let file = URL(filePath: path)
    let name = file.deletingPathExtension().lastPathComponent
    let faults = try ScenarioRunner.run(Scenario(String(contentsOf: file, encoding: .utf8), file: name)).faults
    FileHandle.standardOutput.write(Data("\(faults.isEmpty ? "passed" : "failed") \(name)\n".utf8))
}
