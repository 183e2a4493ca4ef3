/// A first-in, first-out queue. (An element can also be inserted ahead of others.)
///
/// Removed elements are discarded before they outnumber the waiting ones, so a queue that is never quite empty does not
/// grow with everything that ever passed through it. Appending and removing take amortized constant time.
public struct Queue<Element> {
    @usableFromInline var storage: [Element] = []
    @usableFromInline var start = 0

    /// The maximum capacity that an empty queue keeps, in elements.
    @usableFromInline static var keptCapacity: Int { 1 << 16 }

    /// An empty queue.
    public init() {}

    /// The number of waiting elements.
    @inlinable public var count: Int { storage.count - start }

    /// Whether the queue is empty.
    @inlinable public var isEmpty: Bool { start == storage.count }

    /// The element at `offset` from the front, which must be below `count`.
    @inlinable public subscript(offset: Int) -> Element { storage[start + offset] }

    /// Appends `element`.
    @inlinable public mutating func append(_ element: Element) {
        storage.append(element)
    }

    /// Inserts `element` at `offset` from the front, which must be at most `count`.
    @inlinable public mutating func insert(_ element: Element, at offset: Int) {
        storage.insert(element, at: start + offset)
    }

    /// Removes and returns the first element, or nil if there is none.
    @inlinable public mutating func popFirst() -> Element? {
        guard start < storage.count else { return nil }
        // Often it is the only one.
        if storage.count == 1 { return storage.removeLast() }
        let element = storage[start]
        removeFirst(1)
        return element
    }

    /// Removes the first `count` elements; there must be that many.
    @inlinable public mutating func removeFirst(_ count: Int) {
        start += count
        if start == storage.count {
            storage.removeAll(keepingCapacity: storage.capacity <= Self.keptCapacity)
            start = 0
        } else if start > storage.count / 2 {
            storage.removeFirst(start)
            start = 0
        }
    }

    /// Removes all elements for which `fits` holds.
    @inlinable public mutating func removeAll(where fits: (Element) -> Bool) {
        storage.removeFirst(start)
        start = 0
        storage.removeAll(where: fits)
    }

    /// Calls `body` with the waiting elements as one contiguous buffer.
    @inlinable public func withUnsafeBufferPointer<Value>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Value
    ) rethrows -> Value {
        try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[start...])) }
    }

    /// Lets `body` append to the storage in place, so that a writer need not make an array first.
    @inlinable public mutating func append(by body: (inout [Element]) -> Void) {
        body(&storage)
    }
}

extension Queue where Element == UInt8 {
    /// Appends `bytes`.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        storage.append(contentsOf: bytes)
    }

    /// Returns the first `count` bytes.
    public func prefix(_ count: Int) -> [UInt8] {
        withUnsafeBufferPointer { Array(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    /// Returns the offset of the first `byte` at or after `offset`, or nil if there is none.
    public func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        withUnsafeBufferPointer { waiting in
            let place = ByteScan.run(in: waiting, from: offset) { ByteScan.equal($0, byte) }.end
            return place < waiting.count ? place : nil
        }
    }
}
