import Bytes

/// Some texts that follow each other in a list, as they are searched. A block never changes, so any number of threads may
/// look at it while the list grows.
///
/// The texts stand one behind the other as they are matched: folded, with their case. The few that folding changes stand
/// in `originals` as well, as they are shown.
final class MatchBlock: Sendable {
    /// How many bytes there are behind the last text, so that a block of 64 can be read from wherever one begins.
    static let padding = 64

    /// The number of the first text in the list.
    let first: Int

    /// The UTF-8 of all texts, folded, and `padding` zeros.
    let bytes: [UInt8]

    /// Where each text begins in `bytes`; one more at the end.
    let starts: [UInt32]

    /// The characters of each text: `CharacterSet64`.
    let sets: [UInt64]

    /// How many characters each text has without the blanks around it, up to 65,535.
    let lengths: [UInt16]

    /// Whether none of the texts has a character beyond ASCII, folded as it is.
    let isASCII: Bool

    /// The texts that are shown otherwise than they are matched.
    let originals: Originals

    /// The UTF-8 of some texts, and which they are.
    struct Originals: Sendable {
        /// Which texts these are, rising.
        var numbers: [UInt32] = []
        /// Where each begins in `bytes`; one more at the end.
        var starts: [UInt32] = [0]
        var bytes: [UInt8] = []

        /// Where a text stands; nil if it is none of these.
        func range(of number: Int) -> Range<Int>? {
            let place = numbers.end { $0 < number }
            guard place < numbers.count, numbers[place] == number else { return nil }
            return Int(starts[place])..<Int(starts[place + 1])
        }

        /// Hands `body` the UTF-8 of a text: the one here, or else the one at its place in `folded`.
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
        // Copies that are no larger than they must be.
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

    /// Hands `body` the UTF-8 of a text as it is shown.
    func withOriginal<Output>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
        originals.withOriginal(number, among: bytes, starts, body)
    }
}
