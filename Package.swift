// swift-tools-version: 6.2
import PackageDescription

// No package dependencies: what seekline is about is in this repository; HTTP and TLS come from the system's libcurl.
// The targets form five floors, and dependencies only point down (see CONTRIBUTING.md, "Layout").

/// The commit that `seekline --version` says it was built from.
let commit =
    Context.gitInformation.map { $0.currentCommit.prefix(12) + ($0.hasUncommittedChanges ? "+" : "") } ?? ""

let package = Package(
    name: "seekline",
    // The first versions whose standard library has mutexes and atomics. Linux needs no version.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "seekline", targets: ["seekline"]),
        .library(name: "Time", targets: ["Time"]),
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "HTML", targets: ["HTML"]),
        .library(name: "HTTP", targets: ["HTTP"]),
        .library(name: "SearchSource", targets: ["SearchSource"]),
        .library(name: "SearchModel", targets: ["SearchModel"]),
        .library(name: "BuiltinSources", targets: ["BuiltinSources"]),
        .library(name: "Matching", targets: ["Matching"]),
        .library(name: "Engine", targets: ["Engine"]),
        .library(name: "SearchRuntime", targets: ["SearchRuntime"]),
        .library(name: "CurlTransport", targets: ["CurlTransport"]),
    ],
    targets: [
        .target(name: "Time"),
        .target(name: "Signals", dependencies: ["Time"]),
        .target(name: "Bytes"),
        .target(name: "JSON", dependencies: ["Bytes"]),
        .target(name: "JSONRPC", dependencies: ["Bytes", "JSON"]),
        .target(name: "HTML", dependencies: ["Bytes"]),
        .target(name: "HTTP", dependencies: ["Bytes", "Time"]),
        .target(name: "SearchSource", dependencies: ["Bytes", "HTTP", "Matching", "Time"]),
        .target(name: "Unions", dependencies: ["JSON", "SearchSource"]),
        .target(name: "SearchModel", dependencies: ["SearchSource", "Signals", "Time"]),
        .target(
            name: "Engine",
            dependencies: [
                "Bytes", "HTTP", "JSON", "JSONRPC", "Matching", "SearchModel", "SearchSource", "Signals", "Time",
                "Unions",
            ]),
        .target(name: "CMatching"),
        .target(name: "Matching", dependencies: ["Bytes", "CMatching"], exclude: ["generate"]),
        .target(name: "CUnicodeNames", exclude: ["LICENSE", "generate"]),
        .target(
            name: "BuiltinSources",
            dependencies: [
                "Bytes", "CUnicodeNames", "HTML", "HTTP", "JSON", "Matching", "Platform", "SQLite", "SearchSource",
                "Time", "Unions",
            ],
            resources: [.embedInCode("Shipped/descriptions"), .embedInCode("Shipped/programs")]),
        .target(name: "CSQLite", dependencies: ["CPlatform"]),
        .target(name: "SQLite", dependencies: ["Bytes", "CSQLite", "Platform", "Time"]),
        .target(name: "CCurl", dependencies: ["CPlatform"]),
        .target(name: "CurlTransport", dependencies: ["Bytes", "CCurl", "HTTP", "Time"]),
        .target(name: "CPlatform", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "Platform", dependencies: ["CPlatform", "Time"]),
        .target(
            name: "FetchHost",
            dependencies: [
                "Bytes", "CurlTransport", "Engine", "HTTP", "JSON", "JSONRPC", "Platform", "SearchSource", "Time",
            ]),
        .target(
            name: "SearchRuntime",
            dependencies: [
                "CurlTransport", "Engine", "FetchHost", "Platform", "SearchModel", "SearchSource", "Signals", "Time",
            ]),
        .target(
            name: "StdioHost",
            dependencies: [
                "Bytes", "CurlTransport", "Engine", "FetchHost", "HTTP", "JSON", "JSONRPC", "Platform", "Time",
            ]),
        .target(name: "VersionControl", cSettings: [.define("SEEKLINE_COMMIT", to: "\"\(commit)\"")]),
        .executableTarget(
            name: "seekline",
            dependencies: [
                "BuiltinSources", "Bytes", "CurlTransport", "Engine", "FetchHost", "HTTP", "JSON", "JSONRPC",
                "Platform", "SearchSource", "StdioHost", "Time", "VersionControl",
            ]),
        .testTarget(name: "TimeTests", dependencies: ["Time"]),
        .testTarget(name: "SearchSourceTests", dependencies: ["SearchSource"]),
        .testTarget(name: "UnionsTests", dependencies: ["JSON", "SearchSource", "TestSupport", "Unions"]),
        .testTarget(name: "SignalsTests", dependencies: ["Signals", "TestSupport", "Time"]),
        .testTarget(name: "BytesTests", dependencies: ["Bytes"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], exclude: ["JSONTestSuite"]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC", "TestSupport"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(
            name: "FetchHostTests",
            dependencies: [
                "CurlTransport", "Engine", "FetchHost", "HTTP", "JSON", "JSONRPC", "Platform", "SearchSource",
                "TestSupport", "Time",
            ]),
        .testTarget(
            name: "StdioHostTests", dependencies: ["Engine", "Platform", "SearchSource", "StdioHost", "TestSupport"]),
        .testTarget(
            name: "SearchRuntimeTests",
            dependencies: [
                "BuiltinSources", "HTTP", "SearchModel", "SearchRuntime", "SearchSource", "SourceProbes", "TestSupport",
            ]),
        .testTarget(name: "HTMLTests", dependencies: ["HTML"], exclude: ["html5lib-tests"]),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "Time"]),
        .testTarget(name: "CurlTransportTests", dependencies: ["CurlTransport", "HTTP", "Time"]),
        .testTarget(name: "MatchingTests", dependencies: ["Matching", "TestSupport"]),
        .testTarget(
            name: "BuiltinSourcesTests",
            dependencies: [
                "BuiltinSources", "HTTP", "JSON", "SearchSource", "SourceProbes", "TestSupport", "Time",
            ]),
        .target(
            name: "TestSupport",
            dependencies: [
                "Engine", "HTTP", "JSON", "Platform", "SearchSource", "Signals", "Time", "Unions",
            ],
            path: "Tests/TestSupport"),
        .target(
            name: "SourceProbes", dependencies: ["BuiltinSources", "HTTP", "JSON", "SearchSource"],
            path: "Tests/SourceProbes"),
        .target(
            name: "Scenarios",
            dependencies: ["BuiltinSources", "Engine", "HTTP", "JSON", "JSONRPC", "SearchSource", "TestSupport"],
            path: "Tests/Scenarios"),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "BuiltinSources", "Engine", "HTTP", "JSON", "JSONRPC", "Scenarios", "SearchSource", "Signals",
                "SourceProbes", "TestSupport", "Time", "Unions",
            ]),
        .testTarget(
            name: "SequenceTests",
            dependencies: ["Engine", "HTTP", "JSON", "SearchSource", "Signals", "TestSupport", "Time"]),
    ],
    swiftLanguageModes: [.v6]
)

// `SEEKLINE_APART=NAME` adds one of these programs, which only the scripts of the tests and the benchmark build, or picks
// one of the test targets. Nothing else stays but what that depends on: tests are built together with all that there is,
// which for release takes minutes.
if let apart = Context.environment["SEEKLINE_APART"] {
    let programs: [Target] = [
        .executableTarget(name: "player", dependencies: ["Scenarios"], path: "Tests/mutation/player"),
        .executableTarget(
            name: "seekline-bench",
            dependencies: ["BuiltinSources", "HTML", "HTTP", "JSON", "SearchSource"],
            path: "Tests/bench/Sources/seekline-bench"),
        .executableTarget(
            name: "seekline-match", dependencies: ["Matching"], path: "Tests/bench/Sources/seekline-match"),
        .executableTarget(
            name: "seekline-fuzz",
            dependencies: [
                "BuiltinSources", "CurlTransport", "Engine", "HTML", "HTTP", "JSON", "JSONRPC", "Matching", "Platform",
                "SearchSource", "Signals", "StdioHost", "TestSupport", "VersionControl",
            ],
            path: "Tests/fuzz/Sources/seekline-fuzz",
            // A link to the sources of the command line, created by `run`: all of them but those that ask servers.
            exclude: ["CommandLine/main.swift", "CommandLine/Check.swift", "CommandLine/Trying.swift"]),
    ]
    package.targets += programs
    var needed = [apart]
    var checked = 0
    while checked < needed.count {
        let target = package.targets.first { $0.name == needed[checked] }
        for case .byNameItem(let name, _) in target?.dependencies ?? [] where !needed.contains(name) {
            needed.append(name)
        }
        checked += 1
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
