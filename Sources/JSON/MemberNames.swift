/// The names of members that are looked up together, prepared for objects with very many members.
public struct MemberNames: Sendable {
    private struct Name {
        /// Where it begins in `bytes`.
        let start: Int
        /// Its place among the names as they were given.
        let place: Int
    }

    /// The bytes of all names. (With an array for each of them, a comparison would have to retain it.)
    private let bytes: [UInt8]
    /// The names, by length.
    private let names: [Name]
    /// Where in `names` those of each length are, up to the greatest length.
    private let ranges: [Range<Int>]

    /// The number of names.
    public var count: Int { names.count }

    /// Prepares `names`, all of which differ.
    public init(_ names: [String]) {
        var (bytes, sorted, ranges): ([UInt8], [Name], [Range<Int>]) = ([], [], [])
        for length in 0...(names.map(\.utf8.count).max() ?? 0) {
            let first = sorted.count
            for (place, name) in names.enumerated() where name.utf8.count == length {
                sorted.append(Name(start: bytes.count, place: place))
                bytes += name.utf8
            }
            ranges.append(first..<sorted.count)
        }
        (self.bytes, self.names, self.ranges) = (bytes, sorted, ranges)
    }

    /// Calls `body` with a function that returns the place of a name among the names as they were given, or nil if it is
    /// not one of them.
    @inline(__always)
    func withPlaces(_ body: ((UnsafeBufferPointer<UInt8>) -> Int?) -> Void) {
        let (bytes, names, ranges) = (bytes.span, names.span, ranges.span)
        body { name in
            guard name.count < ranges.count else { return nil }
            next: for index in ranges[name.count] {
                let start = names[index].start
                for offset in name.indices where bytes[start + offset] != name[offset] { continue next }
                return names[index].place
            }
            return nil
        }
    }
}
