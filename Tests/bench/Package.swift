// swift-tools-version: 6.1
import PackageDescription

// Benchmarks of the parts of seekline, without a process around them. This is a separate package, built by
// `Tests/bench/run`, so that a build of seekline does not include it. SwiftPM identifies packages by the names of their
// folders, and a clone may have the same folder name as this one, so seekline is found through a link, which the script
// that builds this creates.

let package = Package(
    name: "seekline-bench",
    dependencies: [.package(name: "seekline", path: "../../.build-bench/seekline")],
    targets: [
        .executableTarget(
            name: "seekline-bench",
            dependencies: ["BuiltinSources", "HTML", "HTTP", "JSON", "SearchSource"].map {
                .product(name: $0, package: "seekline")
            }),
        .executableTarget(name: "seekline-match", dependencies: [.product(name: "Matching", package: "seekline")]),
    ],
    swiftLanguageModes: [.v6]
)
