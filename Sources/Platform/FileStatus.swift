internal import CPlatform

/// What there is to know of what a path leads to without opening it.
public struct FileStatus: Hashable, Sendable {
    /// What a path can lead to.
    public enum Kind: Hashable, Sendable {
        /// A file: it has a size, and reading it waits for nobody.
        case file
        /// A folder.
        case folder
        /// A named pipe, which has what its writers give it, once.
        case pipe
        /// A device: a terminal, a disk.
        case device
        /// A socket, or what only this system has.
        case other
    }

    /// What it is.
    public let kind: Kind

    /// Whether somebody may run it: a program, or a folder that one may enter.
    public let isExecutable: Bool

    /// Which one it is: two paths with the same lead to the same.
    public let identity: Identity

    /// How many bytes it has, if it is a file.
    public let size: Int

    /// When it was last written to, in nanoseconds since 1970-01-01 UTC.
    public let modified: Int64

    /// Which file of this machine it is. A file that takes the place of another one is another one.
    public struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    /// What the path leads to; fails if there is nothing, or if nobody may look.
    public init(of path: String) throws(SystemError) {
        var status = cplatform_status()
        let answer = cplatform_status_of_path(path, &status)
        guard answer == 0 else { throw SystemError(answer: Int(answer)) }
        self.init(status)
    }

    init(_ status: cplatform_status) {
        let kinds: [(Int32, Kind)] = [
            (status.is_file, .file), (status.is_folder, .folder), (status.is_pipe, .pipe), (status.is_device, .device),
        ]
        kind = kinds.first { $0.0 != 0 }?.1 ?? .other
        identity = Identity(device: status.device, number: status.number)
        size = max(0, Int(clamping: status.size))
        modified = status.modified
        isExecutable = status.is_executable != 0
    }
}
