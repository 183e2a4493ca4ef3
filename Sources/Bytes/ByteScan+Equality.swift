extension ByteScan {
    /// Whether both buffers have the same bytes.
    @inlinable @inline(__always)
    public static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = left.count
        guard count == right.count else { return false }
        // Fewer than eight cost less one by one than as a word that is put together.
        guard count >= 8, let left = UnsafeRawPointer(left.baseAddress), let right = UnsafeRawPointer(right.baseAddress)
        else { return left.indices.allSatisfy { left[$0] == right[$0] } }
        // The last two words may overlap.
        let end = count &- 8
        var place = 0
        while place < end {
            guard load(left, place) == load(right, place) else { return false }
            place = place &+ 8
        }
        return load(left, end) == load(right, end)
    }
}
