import SearchSource

/// Which items of a list have which ids: a hash table of numbers, 11 to 21 bytes an item, since the texts are there
/// already (open addressing, linear probing).
///
/// It is in 64 parts, each of which grows by itself: to move all numbers of a list of a million at once takes 10 ms.
struct ListIDs: Sendable {
    /// A place of a part.
    private struct Slot {
        /// The number of the item, from 1; 0 if the place is free.
        var number: UInt32 = 0
        /// The hash of its id, as much of it as there is room for.
        var hash: UInt32 = 0
    }

    /// The ids whose hashes begin alike.
    private struct Part {
        var slots: [Slot] = []
        var count = 0
        /// Of titles that more than one item has: how many have it, by the number of the first.
        var copies: [UInt32: Int] = [:]

        /// Makes room for one more.
        mutating func reserve() {
            guard (count + 1) * 4 > slots.count * 3 else { return }
            let old = slots
            slots = [Slot](repeating: Slot(), count: max(8, old.count * 2))
            for slot in old where slot.number != 0 {
                var place = Int(slot.hash) & (slots.count - 1)
                while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
                slots[place] = slot
            }
        }

        /// Where an id stands, or would stand: there is room.
        func place(of id: String, _ hash: UInt32, _ idOf: (Int) -> String) -> Int {
            var place = Int(hash) & (slots.count - 1)
            while slots[place].number != 0,
                slots[place].hash != hash || !idOf(Int(slots[place].number) - 1).hasSameBytes(as: id)
            {
                place = (place + 1) & (slots.count - 1)
            }
            return place
        }
    }

    /// None while there are no ids.
    private var parts: [Part] = []

    /// The number of the item with this id; nil if there is none. `idOf` tells the ids of numbers.
    func index(of id: String, _ idOf: (Int) -> String) -> Int? {
        let hash = Self.hash(id)
        guard !parts.isEmpty else { return nil }
        let part = parts[Self.part(hash)]
        guard part.count > 0 else { return nil }
        let number = part.slots[part.place(of: id, hash, idOf)].number
        return number == 0 ? nil : Int(number) - 1
    }

    /// Notes that the item `index` has this id; answers false, and does nothing, if another one has it.
    mutating func insert(_ id: String, _ index: Int, _ idOf: (Int) -> String) -> Bool {
        if parts.isEmpty { parts = [Part](repeating: Part(), count: 64) }
        let hash = Self.hash(id)
        let part = Self.part(hash)
        parts[part].reserve()
        let place = parts[part].place(of: id, hash, idOf)
        guard parts[part].slots[place].number == 0 else { return false }
        parts[part].slots[place] = Slot(number: UInt32(index + 1), hash: hash)
        parts[part].count += 1
        return true
    }

    /// Counts one more item that has `id`, which is taken, for its title; answers which copy that is.
    mutating func countCopy(of id: String, _ idOf: (Int) -> String) -> Int {
        let hash = Self.hash(id)
        let part = Self.part(hash)
        let number = parts[part].slots[parts[part].place(of: id, hash, idOf)].number
        parts[part].copies[number, default: 1] += 1
        return parts[part].copies[number, default: 1]
    }

    /// Which part has the ids of this hash.
    private static func part(_ hash: UInt32) -> Int { Int(hash >> 26) }

    /// What the process's own seed makes of an id: nobody outside can make many meet in one place.
    private static func hash(_ id: String) -> UInt32 {
        UInt32(truncatingIfNeeded: ExactText(id).hashValue)
    }
}
