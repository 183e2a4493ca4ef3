/// Maps the ids of a list to its items: a hash table of item numbers with open addressing and linear probing. It takes
/// 11 to 21 bytes per item, because the list already has the ids themselves.
///
/// A large table consists of 64 parts that grow independently: rehashing a list of a million items at once takes 10 ms.
package struct IDTable: Sendable {
    /// A slot of a part.
    private struct Slot {
        /// The number of the item, from 1; 0 if the slot is free.
        var number: UInt32 = 0
        /// The lower half of the hash of its id.
        var hash: UInt32 = 0
    }

    /// The ids whose hashes share their highest bits.
    private struct Part {
        var slots: [Slot] = []
        var count = 0

        /// Makes room for `count` ids in total.
        mutating func reserve(_ count: Int) {
            guard count * 4 > slots.count * 3 else { return }
            let old = slots
            var size = max(8, old.count * 2)
            while count * 4 > size * 3 { size *= 2 }
            slots = [Slot](repeating: Slot(), count: size)
            for slot in old where slot.number != 0 { put(slot) }
        }

        /// Inserts a slot whose id is not in the table yet. There must be room.
        mutating func put(_ slot: Slot) {
            var place = Int(slot.hash) & (slots.count - 1)
            while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
        }

        /// Returns the slot where an id is or would be inserted. There must be room.
        func place(of id: String, _ hash: UInt32, _ idOf: (Int) -> String) -> Int {
            var place = Int(hash) & (slots.count - 1)
            while slots[place].number != 0,
                slots[place].hash != hash || !idOf(Int(slots[place].number) - 1).hasSameBytes(as: id)
            {
                place = (place + 1) & (slots.count - 1)
            }
            return place
        }

        /// Returns the index of the item with this id; nil if there is none.
        func index(of id: String, _ hash: UInt32, _ idOf: (Int) -> String) -> Int? {
            guard count > 0 else { return nil }
            let number = slots[place(of: id, hash, idOf)].number
            return number == 0 ? nil : Int(number) - 1
        }

        /// Records `id` for the item `index`. Returns false, and does nothing, if another item has that id.
        mutating func insert(_ id: String, _ hash: UInt32, _ index: Int, _ idOf: (Int) -> String) -> Bool {
            reserve(count + 1)
            let place = place(of: id, hash, idOf)
            guard slots[place].number == 0 else { return false }
            slots[place] = Slot(number: UInt32(index + 1), hash: hash)
            count += 1
            return true
        }
    }

    /// All ids of a short list.
    private var only = Part()
    /// The ids of a long list; empty for a short one.
    private var parts: [Part] = []

    /// The number of ids above which the table is split into parts.
    package static let mostInOnePart = 1 << 12

    /// No ids.
    package init() {}

    /// Makes room for `count` ids, as far as they fit into one part.
    package mutating func reserveCapacity(_ count: Int) {
        if parts.isEmpty { only.reserve(min(count, Self.mostInOnePart)) }
    }

    /// Returns the index of the item with this id; nil if there is none. `idOf` returns the id of the item at an index.
    package func index(of id: String, _ idOf: (Int) -> String) -> Int? {
        let hash = Self.hash(id)
        return parts.isEmpty ? only.index(of: id, hash, idOf) : parts[Self.part(hash)].index(of: id, hash, idOf)
    }

    /// Records `id` for the item `index`. Returns false, and does nothing, if another item has that id.
    package mutating func insert(_ id: String, _ index: Int, _ idOf: (Int) -> String) -> Bool {
        let hash = Self.hash(id)
        if only.count >= Self.mostInOnePart { divide() }
        return parts.isEmpty
            ? only.insert(id, hash, index, idOf) : parts[Self.part(hash)].insert(id, hash, index, idOf)
    }

    private mutating func divide() {
        parts = [Part](repeating: Part(), count: 64)
        for slot in only.slots where slot.number != 0 {
            let part = Self.part(slot.hash)
            parts[part].reserve(parts[part].count + 1)
            parts[part].put(slot)
            parts[part].count += 1
        }
        only = Part()
    }

    /// The part for ids with this hash.
    private static func part(_ hash: UInt32) -> Int { Int(hash >> 26) }

    /// Hashes an id with the per-process seed, so that nobody outside can provoke collisions.
    private static func hash(_ id: String) -> UInt32 {
        UInt32(truncatingIfNeeded: ExactText(id).hashValue)
    }
}
