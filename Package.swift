// swift-tools-version: 6.2
import PackageDescription

// No package dependencies: what seekline exists for is in this repository, HTTP and TLS are the system's libcurl.
// The targets form five floors; an arrow only ever points down (see CONTRIBUTING.md, "Layout").

/// What `seekline --version` says that it was built from.
let commit =
    Context.gitInformation.map { $0.currentCommit.prefix(12) + ($0.hasUncommittedChanges ? "+" : "") } ?? ""

let package = Package(
    name: "seekline",
    // Where the standard library has mutexes and atomics. Linux needs no version.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "seekline", targets: ["seekline"]),
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "HTML", targets: ["HTML"]),
        .library(name: "HTTP", targets: ["HTTP"]),
        .library(name: "SearchSource", targets: ["SearchSource"]),
        .library(name: "SearchModel", targets: ["SearchModel"]),
        .library(name: "BuiltinSources", targets: ["BuiltinSources"]),
        .library(name: "Engine", targets: ["Engine"]),
        .library(name: "SearchRuntime", targets: ["SearchRuntime"]),
    ],
    targets: [
        .target(name: "Signals"),
        .target(name: "Bytes"),
        .target(name: "JSON", dependencies: ["Bytes"]),
        .target(name: "JSONRPC", dependencies: ["Bytes", "JSON"]),
        .target(name: "HTML", dependencies: ["Bytes"]),
        .target(name: "HTTP"),
        .target(name: "SearchSource", dependencies: ["Bytes", "HTTP"]),
        .target(name: "SearchModel", dependencies: ["SearchSource", "Signals"]),
        .target(
            name: "Engine",
            dependencies: ["Bytes", "HTTP", "JSON", "JSONRPC", "SearchModel", "SearchSource", "Signals"]),
        .target(name: "CUnicodeNames", exclude: ["LICENSE", "generate"]),
        .target(
            name: "BuiltinSources", dependencies: ["Bytes", "CUnicodeNames", "HTML", "HTTP", "JSON", "SearchSource"]),
        .target(name: "CCurl", dependencies: ["CPlatform"]),
        .target(name: "CurlTransport", dependencies: ["CCurl", "HTTP"]),
        .target(name: "CPlatform", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(
            name: "FetchHost", dependencies: ["CurlTransport", "Engine", "HTTP", "JSONRPC", "Platform", "Signals"]),
        .target(
            name: "SearchRuntime",
            dependencies: [
                "CurlTransport", "Engine", "FetchHost", "Platform", "SearchModel", "SearchSource", "Signals",
            ]),
        .target(
            name: "StdioHost",
            dependencies: ["CurlTransport", "Engine", "FetchHost", "HTTP", "JSONRPC", "Platform", "Signals"]),
        .target(name: "VersionControl", cSettings: [.define("SEEKLINE_COMMIT", to: "\"\(commit)\"")]),
        .executableTarget(
            name: "seekline",
            dependencies: [
                "BuiltinSources", "CurlTransport", "Engine", "JSON", "JSONRPC", "Platform", "SearchSource", "StdioHost",
                "VersionControl",
            ]),
        .testTarget(name: "SignalsTests", dependencies: ["Signals", "TestSupport"]),
        .testTarget(name: "BytesTests", dependencies: ["Bytes"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"]),
        .testTarget(name: "FetchHostTests", dependencies: ["Engine", "FetchHost", "Platform", "SearchSource"]),
        .testTarget(name: "StdioHostTests", dependencies: ["Engine", "Platform", "SearchSource", "StdioHost"]),
        .testTarget(
            name: "SearchRuntimeTests",
            dependencies: ["BuiltinSources", "SearchModel", "SearchRuntime", "SearchSource", "TestSupport"]),
        .testTarget(name: "HTMLTests", dependencies: ["HTML"]),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP"]),
        .testTarget(name: "CurlTransportTests", dependencies: ["CurlTransport", "HTTP"]),
        .testTarget(
            name: "BuiltinSourcesTests", dependencies: ["BuiltinSources", "HTTP", "SearchSource", "TestSupport"]),
        .target(
            name: "TestSupport", dependencies: ["BuiltinSources", "Engine", "HTTP", "JSON", "SearchSource", "Signals"],
            path: "Tests/TestSupport"),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "BuiltinSources", "Engine", "HTTP", "JSON", "JSONRPC", "SearchSource", "Signals", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
