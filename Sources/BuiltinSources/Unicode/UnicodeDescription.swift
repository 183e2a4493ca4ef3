/// Describes characters for people.
enum UnicodeDescription {
    /// Returns everything there is to say about a character, one fact per line.
    static func text(of scalar: Unicode.Scalar, name: String) -> String {
        let properties = scalar.properties
        let category = category(properties.generalCategory)
        var lines = ["\(shown(scalar))  \(name)", ""]
        func line(_ name: String, _ value: String?) {
            if let value { lines.append("\(name): \(value)") }
        }
        line("Code point", "\(UnicodeCharacters.id(scalar)) (\(scalar.value))")
        line("UTF-8", String(Character(scalar)).utf8.map { hexadecimal(UInt32($0), digits: 2) }.joined(separator: " "))
        line(
            "UTF-16", String(Character(scalar)).utf16.map { hexadecimal(UInt32($0), digits: 4) }.joined(separator: " "))
        line("General category", "\(category.name) (\(category.code))")
        line("Since", properties.age.map { "Unicode \($0.major).\($0.minor)" })
        line("Numeric value", properties.numericValue.map(number))
        line("Upper case", mapped(properties.uppercaseMapping, from: scalar))
        line("Lower case", mapped(properties.lowercaseMapping, from: scalar))
        line("Title case", mapped(properties.titlecaseMapping, from: scalar))
        let others = UnicodeNames.shared.otherNames(of: scalar)
        line("Also known as", others.isEmpty ? nil : others.joined(separator: ", "))
        line("HTML", "&#x\(String(scalar.value, radix: 16, uppercase: true));")
        return lines.joined(separator: "\n")
    }

    /// Returns the character in a visible form: a control character is replaced by its picture, or by U+FFFD.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0..<0x20: String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? scalar))
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0: "\u{FFFD}"
        default: String(Character(scalar))
        }
    }

    static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map(String.init) ?? String(value)
    }

    private static func mapped(_ mapping: String, from scalar: Unicode.Scalar) -> String? {
        guard mapping != String(Character(scalar)) else { return nil }
        return mapping + " (" + mapping.unicodeScalars.map(UnicodeCharacters.id).joined(separator: " ") + ")"
    }

    /// Returns the name and the two-letter code of a general category (UAX #44, table 12).
    static func category(_ category: Unicode.GeneralCategory) -> (name: String, code: String) {
        switch category {
        case .uppercaseLetter: ("Uppercase Letter", "Lu")
        case .lowercaseLetter: ("Lowercase Letter", "Ll")
        case .titlecaseLetter: ("Titlecase Letter", "Lt")
        case .modifierLetter: ("Modifier Letter", "Lm")
        case .otherLetter: ("Other Letter", "Lo")
        case .nonspacingMark: ("Nonspacing Mark", "Mn")
        case .spacingMark: ("Spacing Mark", "Mc")
        case .enclosingMark: ("Enclosing Mark", "Me")
        case .decimalNumber: ("Decimal Number", "Nd")
        case .letterNumber: ("Letter Number", "Nl")
        case .otherNumber: ("Other Number", "No")
        case .connectorPunctuation: ("Connector Punctuation", "Pc")
        case .dashPunctuation: ("Dash Punctuation", "Pd")
        case .openPunctuation: ("Open Punctuation", "Ps")
        case .closePunctuation: ("Close Punctuation", "Pe")
        case .initialPunctuation: ("Initial Punctuation", "Pi")
        case .finalPunctuation: ("Final Punctuation", "Pf")
        case .otherPunctuation: ("Other Punctuation", "Po")
        case .mathSymbol: ("Math Symbol", "Sm")
        case .currencySymbol: ("Currency Symbol", "Sc")
        case .modifierSymbol: ("Modifier Symbol", "Sk")
        case .otherSymbol: ("Other Symbol", "So")
        case .spaceSeparator: ("Space Separator", "Zs")
        case .lineSeparator: ("Line Separator", "Zl")
        case .paragraphSeparator: ("Paragraph Separator", "Zp")
        case .control: ("Control", "Cc")
        case .format: ("Format", "Cf")
        case .surrogate: ("Surrogate", "Cs")
        case .privateUse: ("Private Use", "Co")
        case .unassigned: ("Unassigned", "Cn")
        @unknown default: ("Unknown", "??")
        }
    }
}
