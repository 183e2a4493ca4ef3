/// The base letter, lower case and class of each character up to U+24FF, where nearly all characters with marks are. It
/// is created when it is first needed, for text that is not ASCII.
struct AccentTable: Sendable {
    /// The number of characters in the table.
    static let count: UInt32 = 0x2500

    /// The shared table: it takes about 2 ms to create.
    static let shared = AccentTable()

    /// The letter without marks, or the character itself.
    let bases: [UInt16]

    /// The character in lower case, or itself.
    let lowercase: [UInt16]

    let classes: [CharacterClass]

    private init() {
        let all = 0..<UInt16(Self.count)
        var (bases, lowercase) = (Array(all), Array(all))
        for line in Self.letters.split(separator: "\n") {
            guard let letter = line.unicodeScalars.first, let base = UInt16(exactly: letter.value) else { continue }
            for marked in line.unicodeScalars.dropFirst() where marked.value < Self.count {
                bases[Int(marked.value)] = base
            }
        }
        classes = all.map { value in
            guard let scalar = Unicode.Scalar(value) else { return .other }
            let mapping = scalar.properties.lowercaseMapping.unicodeScalars
            if mapping.count == 1, let lower = mapping.first.flatMap({ UInt16(exactly: $0.value) }) {
                lowercase[Int(value)] = lower
            }
            return CharacterClass(of: scalar)
        }
        self.bases = bases
        self.lowercase = lowercase
    }
}
