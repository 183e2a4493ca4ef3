/// Bytes, or other plain values, that are written one behind the other. (An array asks at each append whether it is
/// shared.)
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

    /// What has been written.
    var array: [Element] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Makes room for `length` elements.
    @inline(__always)
    mutating func makeRoom(_ length: Int) {
        if capacity &- count < length { grow(by: length) }
    }

    /// Begins anew, with room for `capacity` elements. More room is kept, as far as `kept` elements go.
    mutating func removeAll(reserving capacity: Int, keeping kept: Int) {
        count = 0
        if self.capacity < capacity || self.capacity > max(capacity, kept) { self = GrowingBuffer(capacity: capacity) }
    }

    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        moved.initialize(from: start, count: count)
        start.deallocate()
        start = moved
        capacity = larger
    }

    /// Writes an element for which there is room.
    @inline(__always)
    mutating func put(_ element: Element) {
        (start + count).initialize(to: element)
        count &+= 1
    }

    /// Writes elements for which there is room.
    @inline(__always)
    mutating func put(_ elements: UnsafeBufferPointer<Element>) {
        guard let base = elements.baseAddress else { return }
        (start + count).initialize(from: base, count: elements.count)
        count &+= elements.count
    }

    /// The element at `index`, which has been written.
    subscript(index: Int) -> Element {
        @inline(__always)
        get { start[index] }
        @inline(__always)
        _modify { yield &start[index] }
    }
}

extension GrowingBuffer<UInt8> {
    /// Writes a number in decimal digits, for which there is room.
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

    /// Writes the eight bytes of `word`, `distance` bytes ahead, for which there is room. They are there once `advance`
    /// has gone past them.
    @inline(__always)
    mutating func putAhead(_ word: UInt64, at distance: Int) {
        UnsafeMutableRawPointer(start + (count &+ distance)).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Goes past `length` bytes that have been written ahead.
    @inline(__always)
    mutating func advance(_ length: Int) {
        count &+= length
    }
}
