extension Pacing {
    /// Returns how many grapheme clusters `text` is short of the minimum length (rule 3); 0 if it is long enough.
    package func shortage(of text: String) -> Int {
        // Counting stops at the greater of the two minimums: the text may be very long.
        let beginning = text.prefix(max(minLength, minLengthDense, 0))
        let least = minLength == minLengthDense || !beginning.isDense ? minLength : minLengthDense
        return max(0, least - beginning.count)
    }

    /// Whether `submit` searches for `text` (rule 10). In incremental mode that is any text that is not blank, or, where
    /// something is listed for the empty query, any text at all.
    package func isSubmittable(_ text: String) -> Bool {
        switch trigger {
        case .incremental: !text.isEmpty || minLength == 0
        case .submit: shortage(of: text) == 0
        }
    }
}

extension Substring {
    /// Whether it is not empty and consists of ideographs and kana only.
    fileprivate var isDense: Bool {
        !isEmpty && allSatisfy { $0.unicodeScalars.first.map(Character.isDense) ?? false }
    }
}

extension Character {
    /// Whether `scalar` is a Han ideograph, a hiragana or katakana letter of either width, or one of the signs used
    /// among them: 々, 〆, 〇, ・ and ー. The ranges are the Unicode blocks of these scripts.
    fileprivate static func isDense(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007: true
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F, 0x1B000...0x1B16F: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
