extension ByteScan {
    /// Where `needle` first stands in `buffer` at or after `start`; nil if it does not. An empty one stands nowhere.
    public static func place(of needle: [UInt8], in buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let first = needle.first else { return nil }
        var place = start
        while place + needle.count <= buffer.count {
            place = run(in: buffer, from: place, to: { equal($0, first) }).end
            guard place + needle.count <= buffer.count else { return nil }
            if buffer[place..<place + needle.count].elementsEqual(needle) { return place }
            place += 1
        }
        return nil
    }
}
