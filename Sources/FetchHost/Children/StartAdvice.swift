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
            "cannot be run: there is no such file, or no interpreter that it names in its first line"
                + Self.elements(of: command)
        case .executing where error.isMissing:
            "is not installed: no folder of $PATH has it" + Self.elements(of: command)
        case .executing where error.isNoProgram: "cannot be run: a script begins with `#!` and its interpreter"
        case .executing where error.isTooLong: "cannot be run: what was typed is too long for a program"
        case .executing where error.isBeingWritten: "cannot be run while another program writes to it"
        case .executing: "cannot be run: \(error); chmod +x makes a file a program"
        }
    }

    /// Returns what to do if the name of a program contains blanks, as a whole command line written for a shell does.
    private static func elements(of command: Command) -> String {
        guard command.arguments.first?.contains(" ") == true else { return "" }
        return "; no shell reads it: each argument is an element of its own"
    }
}
