extension ByteScan {
    /// Where `needle` first stands in `buffer` at or after `start`; nil if it does not. An empty one stands nowhere.
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

    /// Whether `needle` stands in `buffer` at `place`, which is not behind its end.
    public static func stands(_ needle: [UInt8], in buffer: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard needle.count <= buffer.count - place else { return false }
        for offset in needle.indices where buffer[place + offset] != needle[offset] { return false }
        return true
    }
}
