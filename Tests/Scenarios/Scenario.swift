import JSON

/// A scenario: timed events and what must come of them. `protocol/scenarios/README.md` describes the format.
public struct Scenario: Sendable {
    /// One line of the file.
    public struct Step: Sendable {
        /// The line's number in its file.
        public let line: Int
        /// When it happens, in virtual milliseconds.
        public let at: Int
        /// The kind of the step: the first of `kinds` that is a member of the line.
        public let kind: String
        /// All members of the line.
        public let members: JSONObject

        /// Every kind of step.
        static let kinds = [
            "call", "notify", "send", "raw", "end", "answers", "answer", "expect", "ask", "reply", "drop", "exit",
            "change",
        ]
    }

    /// The name of the scenario, from its header.
    public let name: String
    /// The first line.
    public let header: JSONObject
    /// The other lines.
    public let steps: [Step]

    /// An error in a scenario file.
    public struct Fault: Error, CustomStringConvertible {
        /// The file, the line and what is wrong there.
        public let description: String
    }

    /// Parses the text of a file.
    public init(_ text: String, file: String) throws {
        var header: JSONObject?
        var steps: [Step] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy(\.isWhitespace) { continue }
            let place = "\(file):\(index + 1)"
            guard let object = try JSONParser.parse(Array(line.utf8)).object else {
                throw Fault(description: "\(place): a line must be an object")
            }
            if header == nil {
                header = object
                continue
            }
            guard let at = object["at"]?.integer, let kind = Step.kinds.first(where: { object[$0] != nil }) else {
                throw Fault(description: "\(place): a step must have `at` and one of \(Step.kinds)")
            }
            if let last = steps.last, last.at > at { throw Fault(description: "\(place): time goes backwards") }
            steps.append(Step(line: index + 1, at: at, kind: kind, members: object))
        }
        guard let header, let name = header["scenario"]?.string else {
            throw Fault(description: "\(file):1: the first line must have `scenario`, its name")
        }
        self.name = name
        self.header = header
        self.steps = steps
    }
}
