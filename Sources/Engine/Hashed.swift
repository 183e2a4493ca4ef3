/// A key whose hash is worked out once. Names and ids from outside may be 1 MiB long, and a table that grows hashes all
/// of its keys again.
struct Hashed<Key: Hashable>: Hashable {
    let key: Key
    private let hash: Int

    init(_ key: Key) {
        self.key = key
        hash = key.hashValue
    }

    static func == (left: Hashed, right: Hashed) -> Bool {
        left.hash == right.hash && left.key == right.key
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
