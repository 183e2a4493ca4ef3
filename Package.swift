// swift-tools-version: 6.1
import PackageDescription

// No package dependencies: what seekline exists for is in this repository, HTTP and TLS are the system's libcurl.
// The targets form five floors; an arrow only ever points down (see CONTRIBUTING.md, "Layout").

let package = Package(
    name: "seekline",
    products: ["BuiltinSources", "HTML", "HTTP", "JSON", "SearchSource"].map { .library(name: $0, targets: [$0]) },
    targets: [
        .target(name: "Signals"),
        .target(name: "JSON"),
        .target(name: "JSONRPC", dependencies: ["JSON"]),
        .target(name: "HTML"),
        .target(name: "HTTP"),
        .target(name: "SearchSource", dependencies: ["HTTP"]),
        .target(name: "SearchModel", dependencies: ["SearchSource", "Signals"]),
        .target(name: "Engine", dependencies: ["HTTP", "JSON", "JSONRPC", "SearchModel", "SearchSource", "Signals"]),
        .target(name: "BuiltinSources", dependencies: ["HTML", "HTTP", "JSON", "SearchSource"]),
        .target(name: "CCurl", dependencies: ["CPlatform"]),
        .target(name: "CurlTransport", dependencies: ["CCurl", "HTTP"]),
        .target(name: "CPlatform", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "Platform", dependencies: ["CPlatform"]),
        .target(
            name: "StdioHost",
            dependencies: ["CurlTransport", "Engine", "HTTP", "JSONRPC", "Platform", "Signals"]),
        .executableTarget(
            name: "seekline",
            dependencies: [
                "BuiltinSources", "CurlTransport", "Engine", "JSON", "JSONRPC", "Platform", "SearchSource", "StdioHost",
            ]),
        .testTarget(name: "SignalsTests", dependencies: ["Signals", "TestSupport"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
        .testTarget(name: "JSONRPCTests", dependencies: ["JSON", "JSONRPC"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform"]),
        .testTarget(name: "StdioHostTests", dependencies: ["Engine", "Platform", "SearchSource", "StdioHost"]),
        .testTarget(name: "HTMLTests", dependencies: ["HTML"]),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP"]),
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

// Generic code (streams, JSON) is specialised where it is used, across modules: a quarter less time a message.
for target in package.targets {
    target.swiftSettings = [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))]
}
