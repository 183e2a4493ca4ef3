import Bytes

/// A list of texts that can be searched: a million of them, while more are added.
///
///     var list = MatchList()
///     list.append("Sources/Matching/MatchList.swift")
///     let search = MatchSearch(for: MatchQuery("sml", mode: .fuzzy), in: list)
///     var ranking = search.ranking { false }
///     for match in ranking?.page(from: 0, count: 20) ?? [] {
///         print(list.text(match.index), list.marks(of: search.query, in: match.index))
///     }
///
/// A copy is a snapshot: it costs next to nothing, and does not change when texts are added to the other. In memory it
/// takes the UTF-8 of the texts and 14 bytes for each; those that are folded (accents, full width) twice their UTF-8.
public struct MatchList: Sendable {
    private var blocks: [MatchBlock] = []
    private var last = MatchBlockBuilder(first: 0)
    private var sizeOfBlocks = 0

    /// An empty list.
    public init() {}

    /// How many texts it has.
    public var count: Int { last.first + last.sets.count }

    /// How many bytes it keeps in memory, about.
    public var size: Int { sizeOfBlocks + last.size }

    /// Adds a text at the end.
    ///
    /// - Parameter text: UTF-8. What is none is repaired: shown, and matched, as U+FFFD, as `String(decoding:as:)` has it.
    ///   Any length is taken; what is beyond 1 GiB is left out.
    public mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
        last.append(text)
        guard last.isWhole else { return }
        blocks.append(MatchBlock(last))
        sizeOfBlocks += last.size
        last = MatchBlockBuilder(first: count)
    }

    /// Adds a text at the end.
    public mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(utf8: $0) }
    }

    /// Adds texts at the end.
    public mutating func append(contentsOf texts: some Sequence<String>) {
        for text in texts { append(text) }
    }

    /// Hands `body` the UTF-8 of the text with this number; nil if there is none.
    public func withUTF8<Output>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output? {
        guard index >= 0, index < count else { return nil }
        if index >= last.first { return last.withOriginal(index - last.first, body) }
        let block = blocks[Self.block(of: index, in: blocks)]
        return block.withOriginal(index - block.first, body)
    }

    /// The text with this number, as it was given; empty if there is none.
    public func text(_ index: Int) -> String {
        withUTF8(index) { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// All blocks, as they are now.
    var snapshot: [MatchBlock] { last.sets.isEmpty ? blocks : blocks + [MatchBlock(last)] }

    /// Which of `blocks` has a text.
    static func block(of index: Int, in blocks: [MatchBlock]) -> Int {
        max(0, blocks.end { $0.first <= index } - 1)
    }
}
