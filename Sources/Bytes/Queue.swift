/// What is appended behind and taken away in front, in order.
///
/// What has been taken is given back before it is more than what waits: a queue that is never quite empty does not grow
/// with everything that ever went through it. Taking and appending cost a constant time each, averaged.
public struct Queue<Element> {
    @usableFromInline var storage: [Element] = []
    @usableFromInline var start = 0

    /// The most elements that room is kept for while the queue is empty.
    @usableFromInline static var keptCapacity: Int { 1 << 16 }

    /// An empty queue.
    public init() {}

    /// How many elements wait.
    @inlinable public var count: Int { storage.count - start }

    /// Whether none waits.
    @inlinable public var isEmpty: Bool { start == storage.count }

    /// The element at `offset` from the front, which must be below `count`.
    @inlinable public subscript(offset: Int) -> Element { storage[start + offset] }

    /// Puts `element` behind all others.
    @inlinable public mutating func append(_ element: Element) {
        storage.append(element)
    }

    /// Takes the foremost element; nil if there is none.
    @inlinable public mutating func popFirst() -> Element? {
        guard start < storage.count else { return nil }
        // Often it is the only one.
        if storage.count == 1 { return storage.removeLast() }
        let element = storage[start]
        removeFirst(1)
        return element
    }

    /// Takes away the foremost `count` elements; there must be as many.
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

    /// Takes away those that fit, wherever they stand.
    @inlinable public mutating func removeAll(where fits: (Element) -> Bool) {
        storage.removeFirst(start)
        start = 0
        storage.removeAll(where: fits)
    }

    /// Lets `body` look at what waits, in one piece.
    @inlinable public func withUnsafeBufferPointer<Value>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Value
    ) rethrows -> Value {
        try storage.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[start...])) }
    }

    /// Lets `body` append to the elements in place: a writer need not make an array first.
    @inlinable public mutating func append(by body: (inout [Element]) -> Void) {
        body(&storage)
    }
}

extension Queue where Element == UInt8 {
    /// Puts `bytes` behind all others.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        storage.append(contentsOf: bytes)
    }

    /// The first `count` bytes.
    public func prefix(_ count: Int) -> [UInt8] {
        Array(storage[start..<start + count])
    }

    /// The offset of the first `byte` at or after `offset`.
    public func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        withUnsafeBufferPointer { waiting in
            let place = ByteScan.run(in: waiting, from: offset) { ByteScan.equal($0, byte) }.end
            return place < waiting.count ? place : nil
        }
    }
}
