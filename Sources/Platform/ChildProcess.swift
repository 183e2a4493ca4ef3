internal import CPlatform

/// A program that runs as a child of this process, as the leader of a process group.
public struct ChildProcess: Sendable {
    /// What is to be run.
    public struct Program: Hashable, Sendable {
        /// The name or the path of the program, and its arguments.
        public var arguments: [String]
        /// The environment variables that are added to this process's own, or replace them.
        public var variables: [String: String]
        /// The folder in which it runs; nil for that of this process.
        public var folder: String?
        /// Whether it is given input. Otherwise it has nothing to read.
        public var takesInput: Bool

        /// A program with its name and arguments. No shell reads any of them.
        public init(
            _ arguments: [String], variables: [String: String] = [:], folder: String? = nil, takesInput: Bool = false
        ) {
            self.arguments = arguments
            self.variables = variables
            self.folder = folder
            self.takesInput = takesInput
        }
    }

    /// Why a program cannot be run.
    public struct Fault: Error, Hashable {
        /// What has failed.
        public enum Step: Hashable, Sendable {
            /// The system has no room for it: no descriptors, no processes, no memory.
            case preparing
            /// The guard has ended.
            case telling
            /// The folder cannot be entered.
            case entering
            /// There is no such program, or it cannot be executed.
            case executing
        }

        /// What has failed.
        public let step: Step
        /// Why.
        public let error: SystemError

        /// A failure of `step` because of `error`.
        public init(_ step: Step, _ error: SystemError) {
            self.step = step
            self.error = error
        }
    }

    /// How a child has ended.
    public enum Exit: Hashable, Sendable {
        /// By itself, with this code.
        case code(Int32)
        /// By this signal.
        case signal(Int32)
    }

    /// The child, and whatever it starts in turn.
    public let group: ProcessGroup
    /// Where to write what it reads, without blocking; nil if it has nothing to read.
    public let input: Descriptor?
    /// Where to read its standard output, without blocking.
    public let output: Descriptor
    /// Where to read its standard error, without blocking.
    public let errors: Descriptor
    /// A descriptor that becomes readable once it has ended; nil if this system has no such thing.
    public let exitNotice: Descriptor?

    /// Starts a program. `processGuard` is told of it before it begins.
    public init(_ program: Program, guardedBy processGuard: ProcessGuard) throws(Fault) {
        var child = cplatform_child()
        var step: Int32 = 0
        let path = program.variables["PATH"]
        let answer: Int32 = Self.withStrings(program.arguments) { arguments in
            Self.withEnvironment(program.variables) { environment in
                Self.withStrings([path ?? "", program.folder ?? ""]) { places -> Int32 in
                    var raw = cplatform_program(
                        arguments: arguments, environment: environment,
                        path: path == nil ? cplatform_environment("PATH") : places[0],
                        folder: program.folder == nil ? nil : places[1],
                        takes_input: program.takesInput ? 1 : 0)
                    return cplatform_start_child(&raw, processGuard.descriptor.number, &child, &step)
                }
            }
        }
        guard answer == 0 else { throw Fault(Self.step(step), SystemError(answer: Int(answer))) }
        group = ProcessGroup(number: child.process)
        input = child.input < 0 ? nil : Descriptor(child.input)
        output = Descriptor(child.output)
        errors = Descriptor(child.errors)
        exitNotice = child.exit < 0 ? nil : Descriptor(child.exit)
    }

    /// Reaps the child and returns how it has ended, which is possible only once; nil if it has not ended yet.
    public func takeExit() -> Exit? {
        var (code, signal): (Int32, Int32) = (0, 0)
        guard cplatform_take_exit(group.number, &code, &signal) != 0 else { return nil }
        return signal == 0 ? .code(code) : .signal(signal)
    }

    /// Writes as many of `bytes` to its input as there is room for.
    public func tell(_ bytes: UnsafeRawBufferPointer) -> Writer.Writing {
        guard let input else { return .full }
        return Writer.Writing(cplatform_write(input.number, bytes.baseAddress, bytes.count))
    }

    /// Closes its input, so that it sees the end.
    public func closeInput() {
        if let input { cplatform_close(input.number) }
    }

    /// Closes its standard output and its standard error.
    public func closeOutput() {
        cplatform_close(output.number)
        cplatform_close(errors.number)
    }

    /// Closes the exit notice.
    public func closeNotice() {
        if let exitNotice { cplatform_close(exitNotice.number) }
    }

    private static func step(_ step: Int32) -> Fault.Step {
        switch Int(step) {
        case Int(cplatform_step_guard): .telling
        case Int(cplatform_step_folder): .entering
        case Int(cplatform_step_execute): .executing
        default: .preparing
        }
    }

    /// Calls `body` with this process's environment, byte for byte, with `variables` added or replacing those of the
    /// same name.
    private static func withEnvironment<Output>(
        _ variables: [String: String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Output
    ) -> Output {
        let own = variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return withStrings(own) { own in
            var environment = Array(UnsafeBufferPointer(start: own, count: variables.count))
            var entry = cplatform_whole_environment()
            while let assignment = entry?.pointee {
                if !variables.keys.contains(where: { isAssignment(assignment, to: $0) }) {
                    environment.append(assignment)
                }
                entry = entry?.successor()
            }
            return body(environment + [nil])
        }
    }

    /// Returns whether `text` assigns a value to the variable `name`.
    private static func isAssignment(_ text: UnsafePointer<CChar>, to name: String) -> Bool {
        var rest = text
        for byte in name.utf8 {
            guard rest.pointee == CChar(bitPattern: byte) else { return false }
            rest += 1
        }
        return rest.pointee == CChar(bitPattern: UInt8(ascii: "="))
    }

    /// Calls `body` with the texts as C strings, with nil after the last.
    private static func withStrings<Output>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Output
    ) -> Output {
        let size = texts.reduce(0) { $0 + $1.utf8.count + 1 }
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        let pointers = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
        defer {
            bytes.deallocate()
            pointers.deallocate()
        }
        var place = bytes
        for (index, text) in texts.enumerated() {
            pointers[index] = UnsafePointer(place)
            for byte in text.utf8 {
                place.pointee = CChar(bitPattern: byte)
                place += 1
            }
            place.pointee = 0
            place += 1
        }
        pointers[texts.count] = nil
        return body(pointers)
    }
}
