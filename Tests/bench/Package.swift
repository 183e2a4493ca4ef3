// swift-tools-version: 6.1
import PackageDescription

// What the parts of seekline cost, without a process around them. A package of its own, so that nobody who builds
// seekline builds this: `Tests/bench/run` does. Packages are told apart by the names of their folders, and a clone may be
// called as this one is: it is found by a link, which what builds it makes.

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
