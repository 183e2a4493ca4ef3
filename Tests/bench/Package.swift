// swift-tools-version: 6.1
import PackageDescription

// What the parts of seekline cost, without a process around them. A package of its own, so that nobody who builds
// seekline builds this: `Tests/bench/run` does.

let package = Package(
    name: "seekline-bench",
    dependencies: [.package(name: "seekline", path: "../..")],
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
