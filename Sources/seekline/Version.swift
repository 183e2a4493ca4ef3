import Engine
import VersionControl

/// The version of the product (Semantic Versioning). The protocol has its own version.
enum Version {
    static let current = "0.1.0"

    /// The date of the last change to the manual page.
    static let date = "2026-11-22"

    /// What `--version` prints: the version, that of the protocol, the kind of build, and the commit.
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
