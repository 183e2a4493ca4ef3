extension ByteScan {
    /// Returns where `needle` first occurs in `buffer` at or after `start`, or nil. An empty needle never occurs.
    public static func place(of needle: [UInt8], in buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let first = needle.first else { return nil }
        var place = start
        while place + needle.count <= buffer.count {
            place = run(in: buffer, from: place, to: { equal($0, first) }).end
            if stands(needle, in: buffer, at: place) { return place }
            place += 1
        }
        return nil
    }

    /// Whether `needle` is in `buffer` at `place`, which must not be past the end.
    public static func stands(_ needle: [UInt8], in buffer: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard needle.count <= buffer.count - place else { return false }
        for offset in needle.indices where buffer[place + offset] != needle[offset] { return false }
        return true
    }
}
