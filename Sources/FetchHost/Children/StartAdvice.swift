import Platform
import SearchSource

extension ChildProcess.Fault {
    /// Returns the end that says that a command could not be started because of this.
    func end(of command: Command) -> ChildRows.End {
        let obstacle: ChildRows.Obstacle =
            switch step {
            case .preparing, .telling: .machine
            case _ where error.isShortage || error.isBeingWritten: .machine
            case .entering: .folder
            case .executing: .program
            }
        return .couldNotStart(advice(on: command), obstacle)
    }

    /// Returns why a command could not be started, and what to do, in words that follow the name of the program.
    private func advice(on command: Command) -> String {
        switch step {
        case .preparing, .telling: "cannot be started: \(error)"
        case _ where error.isShortage: "cannot be started: \(error)"
        case .entering: "cannot run in the folder \"\(command.folder ?? "")\": \(error)"
        case .executing where error.isMissing && command.arguments.first?.contains("/") == true:
            "cannot be run: there is no such file, or the interpreter in its first line does not exist"
                + Self.elements(of: command)
        case .executing where error.isMissing:
            "is not installed: no folder of $PATH has it" + Self.elements(of: command)
        case .executing where error.isNoProgram:
            "cannot be run: it is not a program; a script must begin with `#!` and its interpreter"
        case .executing where error.isTooLong: "cannot be run: its arguments are too long"
        case .executing where error.isBeingWritten: "cannot be run while another program writes to it"
        case .executing: "cannot be run: \(error); `chmod +x` makes a file executable"
        }
    }

    /// Returns what to do if the name of a program contains blanks, as a whole command line written for a shell does.
    private static func elements(of command: Command) -> String {
        guard command.arguments.first?.contains(" ") == true else { return "" }
        return "; it is not read by a shell: each argument must be an element of its own"
    }
}
