extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// These bytes of UTF-8 without a multi-byte character at the end, which may have been cut off.
    public var wholeCharacters: Self {
        var bytes = self
        for _ in 0..<3 where bytes.last.map({ $0 & 0xC0 == 0x80 }) == true { bytes.removeLast() }
        if bytes.last.map({ $0 >= 0xC0 }) == true { bytes.removeLast() }
        return bytes
    }
}
