import SearchSource

/// Why sources cannot be united.
public struct UnionError: Error, Hashable, Sendable {
    /// The index of the offending source; nil if there are no sources.
    public let place: Int?

    /// What is wrong, and what would be right.
    public let message: String

    /// Throws if `blocks` cannot form a union.
    static func check(_ blocks: [any Source]) throws(UnionError) {
        if blocks.isEmpty { throw UnionError(place: nil, message: "must name at least one source") }
        var names: Set<ExactText> = []
        for (place, block) in blocks.enumerated() {
            let name = block.info.name
            if !names.insert(ExactText(name)).inserted {
                throw UnionError(place: place, message: "`\(name)` is named twice")
            }
            if let reason = reason(against: block) {
                throw UnionError(place: place, message: "`\(name)` cannot be part of a union: \(reason)")
            }
        }
    }

    /// Why `block` cannot be part of a union; nil if it can.
    private static func reason(against block: any Source) -> String? {
        if block is UnionSource { return "it is one" }
        if block.itemHolder != nil { return "it searches what a client supplies" }
        return block.info.name.utf8.contains(UInt8(ascii: ":")) ? "ids have a colon after the name" : nil
    }
}
