import Bytes

/// A searchable list of strings: a million of them, while more are being appended.
///
///     var list = MatchList()
///     list.append("Sources/Matching/MatchList.swift")
///     let search = MatchSearch(for: MatchQuery("sml", mode: .fuzzy), in: list)
///     var ranking = search.ranking { false }
///     for match in ranking?.page(from: 0, count: 20) ?? [] {
///         print(list.text(match.index), list.marks(of: search.query, in: match.index))
///     }
///
/// A copy is a snapshot: it costs next to nothing, and does not change when strings are appended to the other. The list
/// uses the UTF-8 of the strings and 14 bytes for each in memory; those that folding changes (accents, full width) use
/// twice their UTF-8.
public struct MatchList: Sendable {
    private var blocks: [MatchBlock] = []
    private var last = MatchBlockBuilder(first: 0)
    private var sizeOfBlocks = 0

    /// An empty list.
    public init() {}

    /// The number of strings.
    public var count: Int { last.first + last.sets.count }

    /// The approximate size in memory, in bytes.
    public var size: Int { sizeOfBlocks + last.size }

    /// Appends a string.
    ///
    /// - Parameter text: UTF-8. Invalid bytes are displayed and matched as U+FFFD, as in `String(decoding:as:)`. Any
    ///   length is accepted; anything beyond 1 GiB is left out.
    public mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
        last.append(text)
        guard last.isWhole else { return }
        blocks.append(MatchBlock(last))
        sizeOfBlocks += last.size
        last = MatchBlockBuilder(first: count)
    }

    /// Appends a string.
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(utf8: $0) }
    }

    /// Appends strings.
    public mutating func append(contentsOf texts: some Sequence<String>) {
        for text in texts { append(text) }
    }

    /// Calls `body` with the UTF-8 of the string at `index` and returns the result; nil if there is no such string.
    public func withUTF8<Output>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output? {
        guard index >= 0, index < count else { return nil }
        if index >= last.first { return last.withOriginal(index - last.first, body) }
        let block = blocks[Self.block(of: index, in: blocks)]
        return block.withOriginal(index - block.first, body)
    }

    /// Returns the string at `index`, as it was given; empty if there is none.
    public func text(_ index: Int) -> String {
        withUTF8(index) { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// All blocks, as they are now.
    var snapshot: [MatchBlock] { last.sets.isEmpty ? blocks : blocks + [MatchBlock(last)] }

    /// Returns which of `blocks` has the string at `index`.
    static func block(of index: Int, in blocks: [MatchBlock]) -> Int {
        max(0, blocks.end { $0.first <= index } - 1)
    }
}
