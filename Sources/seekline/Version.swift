import Engine
import VersionControl

/// The version of the product (Semantic Versioning). The protocol has a version of its own.
enum Version {
    static let current = "0.1.0"

    /// The day of the last change of what the manual page says.
    static let date = "2026-11-22"

    /// What `--version` prints: the version, the protocol's, and what was built how.
    static var line: String {
        #if DEBUG
            let build = "debug"
        #else
            let build = "release"
        #endif
        return "seekline \(current) (protocol \(SearchEngine.protocolVersion), \(build) build of \(commit))"
    }

    private static var commit: String {
        let commit = String(cString: version_control_commit())
        return commit.isEmpty ? "an export without history" : "commit \(commit)"
    }
}
