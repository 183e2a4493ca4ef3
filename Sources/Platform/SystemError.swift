internal import CPlatform

/// Why a system call has failed.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its number (`errno`).
    private let number: Int32

    /// The error that a call has returned as a negative number.
    init(answer: Int) {
        number = Int32(clamping: -answer)
    }

    /// What the system calls it.
    public var description: String { String(cString: cplatform_error_text(number)) }

    /// Whether the same call may succeed later: there was no room, or a signal came.
    var isPassing: Bool { cplatform_is_passing(number) != 0 }

    /// Whether the machine, or this process, has run out of descriptors, memory or processes.
    public var isShortage: Bool { cplatform_is_shortage(number) != 0 }

    /// Whether the other end is gone.
    public var isHangUp: Bool { number == cplatform_broken_pipe || number == cplatform_reset }

    /// Whether a signal came first, so that the same call is to be made again.
    var isInterruption: Bool { number == cplatform_interrupted }

    /// Whether there is nothing at a path.
    public var isMissing: Bool { number == cplatform_no_such_file || number == cplatform_not_a_folder }

    /// Whether a file that was to be run is not a program.
    public var isNoProgram: Bool { number == cplatform_not_a_program }

    /// Whether a file that was to be run is open for writing.
    public var isBeingWritten: Bool { number == cplatform_is_being_written }

    /// Whether a program was given more arguments and variables than the system allows.
    public var isTooLong: Bool { number == cplatform_too_long }
}
