import Time

/// A program that prints rows, and how it is run.
public struct Command: Hashable, Sendable {
    /// The name or path of the program, and its arguments. They are not passed through a shell.
    public var arguments: [String]

    /// Environment variables that are added to the engine's own, or replace them.
    public var variables: [String: String]

    /// The working directory; nil for that of the engine.
    public var folder: String?

    /// The byte that ends a row.
    public var separator: UInt8

    /// How long the program may keep the caller waiting for a page of its rows.
    public var timeLimit: Duration

    /// Whether the program may close its output and keep running. If so, the engine waits for it to exit.
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
