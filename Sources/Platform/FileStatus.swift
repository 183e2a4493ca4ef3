internal import CPlatform

/// What can be known about what a path leads to without opening it.
public struct FileStatus: Hashable, Sendable {
    /// What a path can lead to.
    public enum Kind: Hashable, Sendable {
        /// A file: it has a size, and reading it does not block.
        case file
        /// A folder.
        case folder
        /// A named pipe: what its writers write can be read only once.
        case pipe
        /// A device: a terminal, a disk.
        case device
        /// A socket, or something that only this system has.
        case other
    }

    /// What it is.
    public let kind: Kind

    /// Whether somebody may run it, or enter it if it is a folder.
    public let isExecutable: Bool

    /// Which file it is: two paths with the same identity lead to the same file.
    public let identity: Identity

    /// How many bytes it has, if it is a file.
    public let size: Int

    /// When it was last written to, in nanoseconds since 1970-01-01 UTC.
    public let modified: Int64

    /// Which file on this machine it is. A file that replaces another has a different identity.
    public struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    /// The status of what the path leads to; fails if there is nothing, or if it may not be accessed.
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
