/// The text of a document, and the index of its values. It is an object, so that copies of a document cost little.
@usableFromInline final class JSONContents: Sendable {
    /// The text.
    @usableFromInline let bytes: [UInt8]

    // Nothing writes to them, and only `deinit` deallocates them.
    @usableFromInline nonisolated(unsafe) let entries: UnsafeBufferPointer<JSONEntry>

    /// Takes over `entries`.
    init(bytes: [UInt8], entries: UnsafeBufferPointer<JSONEntry>) {
        self.bytes = bytes
        self.entries = entries
    }

    deinit {
        entries.deallocate()
    }

    /// The number of entries.
    @inlinable var count: Int { entries.count }

    /// The entry at `index`, which must be below `count`.
    @inlinable subscript(index: Int) -> JSONEntry {
        precondition(index >= 0 && index < entries.count)
        return withExtendedLifetime(self) { entries[index] }
    }
}
