internal import CPlatform

/// This process: what it was given, and how it ends.
public enum ThisProcess {
    /// Returns the environment variable `name`; nil if there is none, or if it is empty.
    public static func environment(_ name: String) -> String? {
        cplatform_environment(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns whether the environment variable `name` is UTF-8, if there is one. Otherwise what `environment` returns
    /// contains U+FFFD.
    public static func isText(environment name: String) -> Bool {
        cplatform_environment(name).map { String(validatingCString: $0) != nil } ?? true
    }

    /// Its arguments, without its name, and nil for those that are not UTF-8. The standard library reads them from
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

    /// Makes writing to a pipe that nobody reads, or beyond the file size limit, an error that does not end the
    /// process.
    public static func ignoreFailedWrites() {
        cplatform_ignore_failed_writes()
    }

    /// Does the same for what this thread writes to pipes, in a process that is somebody else's.
    public static func ignoreFailedWritesOfThisThread() {
        cplatform_ignore_failed_writes_of_thread()
    }

    /// Keeps ended children until they are reaped. Whoever started this process may have ignored SIGCHLD for its own
    /// children, and a program inherits that.
    public static func keepEndedChildren() {
        cplatform_keep_ended_children()
    }

    /// Makes threads share one malloc arena if the address space is limited. To be called before there are threads.
    public static func heedMemoryLimit() {
        cplatform_heed_memory_limit()
    }

    /// Writes the whole text to standard output. This waits for its reader.
    public static func write(_ text: String) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let answer = rest.withUnsafeBytes {
                cplatform_write(Descriptor.standardOutput.number, $0.baseAddress, $0.count)
            }
            switch Writer.Writing(answer) {
            case .taken(let count): rest = rest.dropFirst(count)
            case .full:
                // Somebody has made it non-blocking.
                var polled = PollSet()
                _ = polled.add(.standardOutput, for: .writable)
                polled.wait(atMost: nil)
            case .failed(let error): throw error
            }
        }
    }

    /// Ends the process at once, whatever its threads are doing.
    public static func end(code: Int32) -> Never {
        cplatform_end(code)
    }
}
