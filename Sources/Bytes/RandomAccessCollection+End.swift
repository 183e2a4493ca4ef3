extension RandomAccessCollection where Index == Int {
    /// Where the elements end for which `isInFront` holds: all of those stand in front of all others.
    @inlinable
    public func end(where isInFront: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isInFront(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
