/// Which items of a list have which ids: a hash table of numbers, 11 to 21 bytes an item, since the texts are there
/// already (open addressing, linear probing).
///
/// A long one is in 64 parts, each of which grows by itself: to move all numbers of a list of a million at once takes 10 ms.
package struct IDTable: Sendable {
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

        /// Makes room for so many in all.
        mutating func reserve(_ count: Int) {
            guard count * 4 > slots.count * 3 else { return }
            let old = slots
            var size = max(8, old.count * 2)
            while count * 4 > size * 3 { size *= 2 }
            slots = [Slot](repeating: Slot(), count: size)
            for slot in old where slot.number != 0 { put(slot) }
        }

        /// Puts in one that is not there, and for which there is room.
        mutating func put(_ slot: Slot) {
            var place = Int(slot.hash) & (slots.count - 1)
            while slots[place].number != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = slot
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

        /// The number of the item with this id; nil if there is none.
        func index(of id: String, _ hash: UInt32, _ idOf: (Int) -> String) -> Int? {
            guard count > 0 else { return nil }
            let number = slots[place(of: id, hash, idOf)].number
            return number == 0 ? nil : Int(number) - 1
        }

        /// Notes that the item `index` has this id; answers false, and does nothing, if another one has it.
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
    /// Those of a long one.
    private var parts: [Part] = []

    /// How many ids there may be in one part before there are more.
    package static let mostInOnePart = 1 << 12

    /// No ids.
    package init() {}

    /// Makes room for so many ids.
    package mutating func reserveCapacity(_ count: Int) {
        if parts.isEmpty { only.reserve(min(count, Self.mostInOnePart)) }
    }

    /// The number of the item with this id; nil if there is none. `idOf` tells the ids of numbers.
    package func index(of id: String, _ idOf: (Int) -> String) -> Int? {
        let hash = Self.hash(id)
        return parts.isEmpty ? only.index(of: id, hash, idOf) : parts[Self.part(hash)].index(of: id, hash, idOf)
    }

    /// Notes that the item `index` has this id; answers false, and does nothing, if another one has it.
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

    /// Which part has the ids of this hash.
    private static func part(_ hash: UInt32) -> Int { Int(hash >> 26) }

    /// What the process's own seed makes of an id: nobody outside can make many meet in one place.
    private static func hash(_ id: String) -> UInt32 {
        UInt32(truncatingIfNeeded: ExactText(id).hashValue)
    }
}
