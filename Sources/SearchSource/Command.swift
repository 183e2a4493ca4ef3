import Time

/// A program that prints rows, and how it is run.
public struct Command: Hashable, Sendable {
    /// The name or the path of the program, and what it is given. No shell reads any of them.
    public var arguments: [String]

    /// What its environment has beside the engine's own, or instead.
    public var variables: [String: String]

    /// The folder in which it runs; nil for that of the engine.
    public var folder: String?

    /// The byte that ends a row.
    public var separator: UInt8

    /// How long the program may let whoever waits for a page of its rows wait.
    public var timeLimit: Duration

    /// Whether it may close its output and go on: then its own end is waited for.
    public var mayFallSilent = false

    /// A command with these parts.
    public init(
        _ arguments: [String], variables: [String: String] = [:], folder: String? = nil,
        separator: UInt8 = UInt8(ascii: "\n"), timeLimit: Duration = .seconds(15)
    ) {
        self.arguments = arguments
        self.variables = variables
        self.folder = folder
        self.separator = separator
        self.timeLimit = timeLimit
    }
}
