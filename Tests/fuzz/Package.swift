// swift-tools-version: 6.1
import PackageDescription

// Fuzzing of whatever reads what comes from outside: see `Tests/fuzz/run`, which builds this with coverage and address
// sanitizer. A package of its own, so that nobody who builds seekline builds this. Packages are told apart by the names of
// their folders, and a clone may be called as this one is: it is found by a link, which `run` makes.

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
            // A link to the files of the command line, which `run` makes: all but those that ask servers.
            exclude: ["CommandLine/main.swift", "CommandLine/Check.swift", "CommandLine/Trying.swift"])
    ],
    swiftLanguageModes: [.v6]
)
