import SearchSource

/// Which items of a list have which ids: a hash table of numbers, 11 to 21 bytes an item, since the texts are there
/// already (open addressing, linear probing).
struct ListIDs: Sendable {
    /// A place of the table.
    private struct Slot {
        /// The number of the item, from 1; 0 if the place is free.
        var number: UInt32 = 0
        /// The hash of its id, as much of it as there is room for.
        var hash: UInt32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var count = 0

    /// Of titles that more than one item has: how many have it, by the number of the first.
    private var copies: [UInt32: Int] = [:]

    /// The number of the item with this id; nil if there is none. `idOf` tells the ids of numbers.
    func index(of id: String, _ idOf: (Int) -> String) -> Int? {
        let slot = slots[place(of: id, Self.hash(id), idOf)]
        return slot.number == 0 ? nil : Int(slot.number) - 1
    }

    /// Notes that the item `index` has this id; answers false, and does nothing, if another one has it.
    mutating func insert(_ id: String, _ index: Int, _ idOf: (Int) -> String) -> Bool {
        if (count + 1) * 4 > slots.count * 3 { grow() }
        let hash = Self.hash(id)
        let place = place(of: id, hash, idOf)
        guard slots[place].number == 0 else { return false }
        slots[place] = Slot(number: UInt32(index + 1), hash: hash)
        count += 1
        return true
    }

    /// Counts one more item that has `id`, which is taken, for its title; answers which copy that is.
    mutating func countCopy(of id: String, _ idOf: (Int) -> String) -> Int {
        let number = slots[place(of: id, Self.hash(id), idOf)].number
        copies[number, default: 1] += 1
        return copies[number, default: 1]
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: slots.count * 2)
        for slot in old where slot.number != 0 {
            var place = Int(slot.hash) & (slots.count - 1)
            while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
        }
    }

    /// Where an id stands, or would stand.
    private func place(of id: String, _ hash: UInt32, _ idOf: (Int) -> String) -> Int {
        var place = Int(hash) & (slots.count - 1)
        while slots[place].number != 0,
            slots[place].hash != hash || !idOf(Int(slots[place].number) - 1).hasSameBytes(as: id)
        {
            place = (place + 1) & (slots.count - 1)
        }
        return place
    }

    /// What the process's own seed makes of an id: nobody outside can make many meet in one place.
    private static func hash(_ id: String) -> UInt32 {
        UInt32(truncatingIfNeeded: ExactText(id).hashValue)
    }
}
