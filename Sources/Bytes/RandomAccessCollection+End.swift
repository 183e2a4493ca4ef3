extension RandomAccessCollection where Index == Int {
    /// Returns where the elements for which `isInFront` holds end. All of them must come before all others.
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
