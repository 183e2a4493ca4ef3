/// Unifies characters that people take for the same: full and half width, with and without marks. Case is kept, because
/// it shows where words begin.
///
/// Marks of the Latin, Greek and Cyrillic scripts are removed, whether they are part of a letter or separate
/// characters. The sound marks of kana are not: か and が are different letters, however they are written.
enum Folding {
    /// What a character is folded to.
    enum Folded: Equatable {
        /// One character, which may be itself.
        case one(UInt32)
        /// Nothing: it is a mark on the preceding character.
        case mark
        /// A sound mark, which turns the preceding kana into another: usually the one this many code points later.
        case sound(UInt32)
    }

    /// Folds a character.
    @inline(__always)
    static func fold(_ scalar: UInt32, _ table: AccentTable) -> Folded {
        if scalar < AccentTable.count {
            return isMark(scalar) ? .mark : .one(UInt32(table.bases[Int(scalar)]))
        }
        // Kana, ideographs and Hangul, which many strings consist of; not the sound marks of kana, U+3099 and U+309A.
        if 0x309B..<0xFE20 ~= scalar || 0x3001..<0x3099 ~= scalar { return .one(scalar) }
        return foldRare(scalar)
    }

    private static func foldRare(_ scalar: UInt32) -> Folded {
        switch scalar {
        case 0x3000: .one(0x20)
        case 0x3099, 0xFF9E: .sound(1)
        case 0x309A, 0xFF9F: .sound(2)
        case 0xFE20...0xFE2F: .mark
        case 0xFF01...0xFF5E: .one(scalar - 0xFEE0)
        case 0xFF61...0xFF9D: .one(wideKatakana[Int(scalar) - 0xFF61])
        case 0xFFE0...0xFFE6: .one([0xA2, 0xA3, 0xAC, 0xAF, 0xA6, 0xA5, 0x20A9][Int(scalar) - 0xFFE0])
        default: .one(scalar)
        }
    }

    /// Whether a character is a combining mark (the blocks of combining diacritical marks).
    private static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: false
        }
    }

    /// Returns the kana that a sound mark turns this one into; nil if it has no such sound.
    static func kana(_ kana: UInt32, sound: UInt32) -> UInt32? {
        // Hiragana and katakana have the same layout, 0x60 apart.
        let hiragana = (0x30A1...0x30F6).contains(kana) ? kana - 0x60 : kana
        let isHaRow = (0x306F...0x307B).contains(hiragana) && hiragana % 3 == 0
        if sound == 2 { return isHaRow ? kana + 2 : nil }
        if hiragana == 0x3046 { return kana + 0x4E }
        let isVoiced =
            (0x304B...0x3061).contains(hiragana) && hiragana % 2 == 1
            || (0x3064...0x3068).contains(hiragana) && hiragana % 2 == 0 || isHaRow
        return isVoiced ? kana + 1 : nil
    }

    /// The characters U+FF61 to U+FF9D in full width.
    private static let wideKatakana =
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars.map(\.value)

    /// Returns a character in lower case; itself if that is not a single character.
    @inline(__always)
    static func lowercase(_ scalar: UInt32, _ table: AccentTable) -> UInt32 {
        if scalar < AccentTable.count { return UInt32(table.lowercase[Int(scalar)]) }
        return isCaseless(scalar) ? scalar : lowercaseRare(scalar)
    }

    private static func lowercaseRare(_ scalar: UInt32) -> UInt32 {
        let mapping = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars
        return mapping?.count == 1 ? mapping?.first?.value ?? scalar : scalar
    }

    /// Returns the class of a character.
    @inline(__always)
    static func characterClass(_ scalar: UInt32, _ table: AccentTable) -> CharacterClass {
        if scalar < AccentTable.count { return table.classes[Int(scalar)] }
        switch scalar {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0xA48C, 0xAC00...0xD7A3: return .letter
        default: break
        }
        return Unicode.Scalar(scalar).map(CharacterClass.init(of:)) ?? .other
    }

    /// Whether a character is in a range that is known to have no case: symbols, kana, ideographs, Hangul.
    private static func isCaseless(_ scalar: UInt32) -> Bool {
        scalar < 0x2C00 || (0x2E00...0xA63F).contains(scalar) || (0xABC0...0xFF20).contains(scalar)
    }
}

extension Folding {
    /// Returns text folded.
    static func folded(_ text: some Sequence<Unicode.Scalar>) -> [UInt32] {
        var folded: [UInt32] = []
        for scalar in text {
            if scalar.isASCII {
                folded.append(scalar.value)
                continue
            }
            switch fold(scalar.value, .shared) {
            case .one(let value): folded.append(value)
            case .mark: break
            case .sound(let sound):
                if let kana = folded.last.flatMap({ kana($0, sound: sound) }) {
                    folded[folded.count - 1] = kana
                } else {
                    folded.append(scalar.value)
                }
            }
        }
        return folded
    }

    /// Returns a character in lower case; itself if that is not a single character. Only non-ASCII needs the table.
    static func lowercase(_ scalar: UInt32) -> UInt32 {
        scalar < 0x80 ? (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar : lowercase(scalar, .shared)
    }
}
