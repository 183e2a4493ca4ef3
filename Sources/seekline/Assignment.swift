/// One setting and where it was made.
struct Assignment: Hashable {
    /// The source that it is for, or `http` for what holds for all that use HTTP.
    var group: String
    var key: String
    var value: String
    /// Where it was made, as a person would look it up: a file and a line, or the flag.
    var place: String
    /// Whether it was made where others can see it.
    var isOnCommandLine = false
}

extension Assignment {
    /// Reads `SOURCE.KEY=VALUE`.
    init(argument: String) throws(UsageError) {
        let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let names = sides[0].split(separator: ".", omittingEmptySubsequences: false)
        guard sides.count == 2, names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("--set must be followed by SOURCE.KEY=VALUE, not \"\(argument)\"")
        }
        self.init(
            group: String(names[0]), key: String(names[1]), value: String(sides[1]),
            place: "--set \(names[0]).\(names[1])", isOnCommandLine: true)
    }
}
