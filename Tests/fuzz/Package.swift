// swift-tools-version: 6.1
import PackageDescription

// Fuzzing of everything that reads outside input: see `Tests/fuzz/run`, which builds this with coverage and address
// sanitizer. This is a separate package, so that a build of seekline does not include it. SwiftPM identifies packages
// by the names of their folders, and a clone may have the same folder name as this one, so seekline is found through a
// link, which `run` creates.

let package = Package(
    name: "seekline-fuzz",
    dependencies: [.package(name: "seekline", path: "../../.build-fuzz/seekline")],
    targets: [
        .executableTarget(
            name: "seekline-fuzz",
            dependencies: [
                "BuiltinSources", "Engine", "HTML", "HTTP", "Inside", "JSON", "Matching", "SearchSource", "Signals",
            ].map {
                .product(name: $0, package: "seekline")
            },
            // A link to the sources of the command line, created by `run`: all of them but those that ask servers.
            exclude: ["CommandLine/main.swift", "CommandLine/Check.swift", "CommandLine/Trying.swift"])
    ],
    swiftLanguageModes: [.v6]
)
