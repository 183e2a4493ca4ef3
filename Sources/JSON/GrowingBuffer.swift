/// A growable buffer of bytes or other trivial values. (`Array` checks on every append whether its storage is shared.)
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
    fileprivate var start: UnsafeMutablePointer<Element>
    private var capacity: Int
    fileprivate(set) var count = 0

    /// An empty buffer with room for `capacity` elements.
    init(capacity: Int) {
        self.capacity = capacity
        start = .allocate(capacity: capacity)
    }

    deinit {
        start.deallocate()
    }

    /// A copy of the elements written so far.
    var array: [Element] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Hands over the elements. The caller must deallocate them.
    consuming func released() -> UnsafeBufferPointer<Element> {
        let elements = UnsafeBufferPointer(start: start, count: count)
        discard self
        return elements
    }

    /// Makes room for `length` more elements.
    @inline(__always)
    mutating func makeRoom(_ length: Int) {
        if capacity &- count < length { grow(by: length) }
    }

    /// Empties the buffer and makes room for `capacity` elements. Larger storage is kept if it holds at most `kept`.
    mutating func removeAll(reserving capacity: Int, keeping kept: Int) {
        count = 0
        if self.capacity < capacity || self.capacity > max(capacity, kept) { self = GrowingBuffer(capacity: capacity) }
    }

    private mutating func grow(by length: Int) {
        var larger = GrowingBuffer(capacity: max(capacity * 2, count + length))
        larger.put(UnsafeBufferPointer(start: start, count: count))
        self = larger
    }

    /// Appends an element. There must be room for it.
    @inline(__always)
    mutating func put(_ element: Element) {
        (start + count).initialize(to: element)
        count &+= 1
    }

    /// Appends elements. There must be room for them.
    @inline(__always)
    mutating func put(_ elements: UnsafeBufferPointer<Element>) {
        guard let base = elements.baseAddress else { return }
        (start + count).initialize(from: base, count: elements.count)
        count &+= elements.count
    }

    /// The element at `index`, which must have been written.
    subscript(index: Int) -> Element {
        @inline(__always)
        get { start[index] }
        @inline(__always)
        _modify { yield &start[index] }
    }
}

extension GrowingBuffer<UInt8> {
    /// Appends the UTF-8 of `text`. There must be room for it.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal. There must be room for it.
    @inline(__always)
    mutating func put(_ number: UInt) {
        var length = 1
        var bound: UInt = 10
        // 2^64 has twenty digits.
        while length < 20, number >= bound {
            length += 1
            bound &*= 10
        }
        count += length
        var place = count
        var rest = number
        repeat {
            place -= 1
            start[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    /// Stores the eight bytes of `word`, starting `distance` bytes past the end. There must be room for them. They
    /// count as written once `advance` has moved past them.
    @inline(__always)
    mutating func putAhead(_ word: UInt64, at distance: Int) {
        UnsafeMutableRawPointer(start + (count &+ distance)).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Moves past `length` bytes that have been stored ahead.
    @inline(__always)
    mutating func advance(_ length: Int) {
        count &+= length
    }
}
