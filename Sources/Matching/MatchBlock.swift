import Bytes

/// Consecutive strings of a list, in the form in which they are searched. A block never changes, so any number of
/// threads may read it while the list grows.
///
/// The strings are stored one after the other as they are matched: folded, with their case. The few that folding
/// changes are also in `originals`, as displayed.
final class MatchBlock: Sendable {
    /// The number of bytes after the last string, so that 64 bytes can be read from any position.
    static let padding = 64

    /// The index in the list of the block's first string.
    let first: Int

    /// The UTF-8 of all strings, folded, followed by `padding` zeros.
    let bytes: [UInt8]

    /// Where each string begins in `bytes`, followed by the end of the last one.
    let starts: [UInt32]

    /// The characters of each string, as a `CharacterSet64`.
    let sets: [UInt64]

    /// The length of each string in characters, without surrounding whitespace, up to 65,535.
    let lengths: [UInt16]

    /// Whether all strings are ASCII once folded.
    let isASCII: Bool

    /// The strings that are displayed differently from how they are matched.
    let originals: Originals

    /// The UTF-8 of some strings, and which ones they are.
    struct Originals: Sendable {
        /// The numbers of these strings, ascending.
        var numbers: [UInt32] = []
        /// Where each begins in `bytes`, followed by the end of the last one.
        var starts: [UInt32] = [0]
        var bytes: [UInt8] = []

        /// Returns where a string is in `bytes`; nil if it is not one of these.
        func range(of number: Int) -> Range<Int>? {
            let place = numbers.end { $0 < number }
            guard place < numbers.count, numbers[place] == number else { return nil }
            return Int(starts[place])..<Int(starts[place + 1])
        }

        /// Calls `body` with the UTF-8 of a string: the one here, or else the one in `folded`.
        func withOriginal<Output>(
            _ number: Int, among folded: [UInt8], _ places: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Output
        ) -> Output {
            if let range = range(of: number) {
                return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
            }
            let range = Int(places[number])..<Int(places[number + 1])
            return folded.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
        }
    }

    init(_ builder: MatchBlockBuilder) {
        // Copies without spare capacity.
        first = builder.first
        starts = Array(builder.starts[...])
        sets = Array(builder.sets[...])
        isASCII = builder.sets.allSatisfy { $0 & CharacterSet64.beyondASCII == 0 }
        lengths = Array(builder.lengths[...])
        originals = builder.originals
        let folded = builder.bytes
        bytes = [UInt8](unsafeUninitializedCapacity: folded.count + Self.padding) { buffer, count in
            let end = buffer.initialize(fromContentsOf: folded)
            buffer[end...].initialize(repeating: 0)
            count = buffer.count
        }
    }

    var count: Int { sets.count }

    /// Calls `body` with the UTF-8 of a string as displayed.
    func withOriginal<Output>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
        originals.withOriginal(number, among: bytes, starts, body)
    }
}
