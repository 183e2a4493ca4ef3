import Bytes

/// The text of records, one after the other. A copy costs next to nothing and does not change when records are added to
/// the original.
struct RecordBytes: Sendable {
    /// Some records that do not change any more.
    private final class Chunk: Sendable {
        let first: Int
        let bytes: [UInt8]
        /// Where each ends.
        let ends: [UInt32]

        init(first: Int, bytes: [UInt8], ends: [UInt32]) {
            self.first = first
            self.bytes = bytes
            self.ends = ends
        }
    }

    private var chunks: [Chunk] = []
    private var first = 0
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []

    private static let chunkSize = 1 << 18

    /// Adds a record.
    mutating func append(_ record: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: record)
        ends.append(UInt32(clamping: bytes.count))
        guard bytes.count >= Self.chunkSize else { return }
        chunks.append(Chunk(first: first, bytes: Array(bytes[...]), ends: Array(ends[...])))
        first += ends.count
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    /// Calls `body` with the record with this number.
    func with<Output>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output {
        if index >= first { return Self.with(index - first, bytes, ends, body) }
        let chunk = chunks[chunks.end { $0.first <= index } - 1]
        return Self.with(index - chunk.first, chunk.bytes, chunk.ends, body)
    }

    private static func with<Output>(
        _ place: Int, _ bytes: [UInt8], _ ends: [UInt32], _ body: (UnsafeBufferPointer<UInt8>) -> Output
    ) -> Output {
        let start = place == 0 ? 0 : Int(ends[place - 1])
        return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<Int(ends[place])])) }
    }
}
