import Foundation
import SearchSource
import Testing

@testable import BuiltinSources

@Suite struct UnicodeNamesTests {
    let names = UnicodeNames.shared

    static let all = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)

    /// Returns the table's name of every character, by code point, read the fast way: from the lines.
    func table() -> [UInt32: String] {
        var table: [UInt32: String] = [:]
        for (number, scalar) in names.scalars.enumerated() {
            let name = names.text[names.line(number)].prefix { $0 >= 0x20 }
            table[scalar] = String(decoding: name, as: UTF8.self)
        }
        for scalar in names.rules.flatMap(\.scalars).compactMap(Unicode.Scalar.init) {
            table[scalar.value] = names.rules.first { $0.scalars.contains(scalar.value) }?.name(of: scalar)
        }
        return table
    }

    @Test func everyNameMatchesTheStandardLibrary() {
        let table = table()
        // The table is that of Unicode 17. An older standard library does not know newer characters.
        let isOlder = Unicode.Scalar(0x20C1 as UInt16)?.properties.name == nil
        for scalar in Self.all {
            let (ours, theirs) = (table[scalar.value], scalar.properties.name)
            if ours == theirs { continue }
            let category = scalar.properties.generalCategory
            let isKnown = theirs == nil && ours != nil && (category == .control || isOlder && category == .unassigned)
            #expect(isKnown, "\(UnicodeCharacters.id(scalar)): \(ours ?? "none"), not \(theirs ?? "none")")
        }
        #expect(table.count == names.scalars.count + names.rules.reduce(0) { $0 + $1.scalars.count })
    }

    @Test func everyControlCharacterHasAName() {
        let controls = Self.all.filter { $0.properties.generalCategory == .control }
        #expect(controls.count == 65 && controls.allSatisfy { names.name(of: $0) != nil })
    }

    @Test func linesAreMadeOfNamesPhrasesAndKeywords() {
        #expect(names.starts.count == names.scalars.count + 1 && Set(names.scalars).count == names.scalars.count)
        #expect(names.starts.last.map(Int.init) == names.text.count && names.common < names.scalars.count)
        #expect(names.text.allSatisfy { $0 == 0x0A || $0 == 0x09 || $0 == 0x0B || (0x20..<0x7F).contains($0) })
        #expect(names.text.allSatisfy { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        #expect(names.otherNames(of: "λ").contains("LAMBDA") && names.otherNames(of: "가").isEmpty)
        #expect(names.name(of: "각") == "HANGUL SYLLABLE GAG" && names.name(of: "日") == "CJK UNIFIED IDEOGRAPH-65E5")
        #expect(names.hasName("日") && names.hasName("→") && !names.hasName("\u{FFFF}"))
    }

    @Test(arguments: [
        "arrow", "a", "cjk 4E", "latin small letter a", "row", "hangul syllable", "face", "4e", "gag", "ga", "hangul g",
        "12", "ideograph 2 e", "smile", "syllable ssyaelb", "tangut 17000", "e5 cjk", "no-break",
    ])
    func findsWhatASlowSearchFinds(_ query: String) throws {
        let words = try #require(UnicodeQuery(query)).words
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        let slow = Self.searched.filter { searched in texts.allSatisfy { strstr(searched.text, $0) != nil } }
        let found = try #require(UnicodeSearch.scalars(words, isCancelled: { false }))
        #expect(Set(found) == Set(slow.map(\.scalar)) && Set(found).count == found.count)
        #expect(try UnicodeTests().page(query).total == found.count || query.count == 1)
    }

    /// The searched text of each character.
    private static let searched: [(scalar: UInt32, text: [CChar])] = {
        let names = UnicodeNames.shared
        var searched = UnicodeNamesTests().table()
        for (number, scalar) in names.scalars.enumerated() {
            searched[scalar] = String(decoding: names.text[names.line(number)], as: UTF8.self)
        }
        return searched.map { ($0, Array($1.utf8CString)) }
    }()
}
