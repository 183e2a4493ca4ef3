/// The version of the product (Semantic Versioning). The protocol has a version of its own.
enum Version {
    static let current = "0.1.0"
}
