/// The names of members that are looked up together, prepared for objects with very many members.
public struct MemberNames: Sendable {
    /// The bytes of all names. (With an array for each of them, a comparison would have to retain it.)
    private let bytes: [UInt8]
    /// Where the names begin in `bytes`, the shorter ones first.
    private let starts: [Int]
    /// The places of the same names, among the names as they were given.
    private let places: [Int]
    /// For each length up to one more than the greatest, how many names are shorter.
    private let shorter: [Int]

    /// The number of names.
    public var count: Int { starts.count }

    /// Prepares `names`, all of which differ.
    public init(_ names: [String]) {
        var (bytes, starts, places, shorter): ([UInt8], [Int], [Int], [Int]) = ([], [], [], [0])
        for length in 0...(names.map(\.utf8.count).max() ?? 0) {
            for (place, name) in names.enumerated() where name.utf8.count == length {
                starts.append(bytes.count)
                places.append(place)
                bytes += name.utf8
            }
            shorter.append(starts.count)
        }
        (self.bytes, self.starts, self.places, self.shorter) = (bytes, starts, places, shorter)
    }

    /// Returns the place of `name` among the names as they were given, or nil if it is not one of them.
    public func place(of name: consuming String) -> Int? {
        var found: Int?
        withPlaces { place in found = name.withUTF8(place) }
        return found
    }

    /// Calls `body` with a function that returns the place of a name among the names as they were given, or nil if it is
    /// not one of them.
    @inline(__always)
    func withPlaces(_ body: ((UnsafeBufferPointer<UInt8>) -> Int?) -> Void) {
        let (bytes, starts, places, shorter) = (bytes.span, starts.span, places.span, shorter.span)
        body { name in
            guard name.count + 1 < shorter.count else { return nil }
            next: for index in shorter[name.count]..<shorter[name.count + 1] {
                // The name at `start` is as long as this one.
                let start = starts[index]
                for offset in name.indices where bytes[unchecked: start &+ offset] != name[offset] { continue next }
                return places[index]
            }
            return nil
        }
    }
}
