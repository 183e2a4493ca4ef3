internal import CPlatform

/// This process: what it was given, and how it ends.
public enum ThisProcess {
    /// The environment variable `name`; nil if there is none, or nothing in it.
    public static func environment(_ name: String) -> String? {
        cplatform_environment(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the environment variable `name` is UTF-8, if there is one. Otherwise `environment` has U+FFFD in it.
    public static func isText(environment name: String) -> Bool {
        cplatform_environment(name).map { String(validatingCString: $0) != nil } ?? true
    }

    /// What it was started with, without its name, and nil for what is not UTF-8. The standard library reads it from
    /// `/proc`, which may not be there.
    public static var arguments: [String?] {
        guard var argument = cplatform_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
        var arguments: [String?] = []
        while let text = argument.pointee {
            arguments.append(String(validatingCString: text))
            argument += 1
        }
        return Array(arguments.dropFirst())
    }

    /// How many processors it may run on at once, at least 1.
    public static var processors: Int { Int(cplatform_processors()) }

    /// From now on, writing to a pipe that nobody reads, or more to a file than it may have, is an error, and does not
    /// end the process.
    public static func ignoreFailedWrites() {
        cplatform_ignore_failed_writes()
    }

    /// The same for what this thread writes to pipes, in a process that is somebody else's.
    public static func ignoreFailedWritesOfThisThread() {
        cplatform_ignore_failed_writes_of_thread()
    }

    /// From now on, what has become of a child can be asked behind its end. Who starts this process may have said that it wants to
    /// know nothing of its own children, and a program inherits that.
    public static func keepEndedChildren() {
        cplatform_keep_ended_children()
    }

    /// To be called before there are threads: they share memory where the process may have little of it.
    public static func heedMemoryLimit() {
        cplatform_heed_memory_limit()
    }

    /// Writes all that was printed.
    public static func flush() throws(SystemError) {
        let answer = cplatform_flush()
        if answer != 0 { throw SystemError(answer: Int(answer)) }
    }

    /// Ends the process once all that was printed is written.
    public static func exit(code: Int32) -> Never {
        cplatform_exit(code)
    }

    /// Ends the process at once, whatever its threads are doing.
    public static func end(code: Int32) -> Never {
        cplatform_end(code)
    }
}
