import SearchSource
import Testing

@testable import BuiltinSources

/// What people type to find a character, and which one they mean, or two if opinions differ. This list was written
/// before the ranking, which must not be tuned to it: rules and data decide.
@Suite struct UnicodeOrderTests {
    static let meant: [(query: String, characters: String)] = [
        ("arrow", "→"), ("right arrow", "→"), ("left arrow", "←"), ("up arrow", "↑"), ("down arrow", "↓"),
        ("double arrow", "⇒⇔"), ("lambda", "λ"), ("alpha", "α"), ("beta", "β"), ("pi", "π"), ("omega", "Ωω"),
        ("sigma", "Σσ"), ("theta", "θ"), ("delta", "Δδ"), ("micro", "µ"), ("tab", "\u{9}"), ("nbsp", "\u{A0}"),
        ("zwj", "\u{200D}"), ("zwnj", "\u{200C}"), ("zero width space", "\u{200B}"), ("thin space", "\u{2009}"),
        ("newline", "\u{A}"), ("soft hyphen", "\u{AD}"), ("euro", "€"), ("pound", "£"), ("yen", "¥"),
        ("cent", "¢"), ("rupee", "₹"), ("bitcoin", "₿"), ("degree", "°"), ("heart", "❤♥"), ("check", "✓✔"),
        ("tick", "✓✔"), ("cross", "✗❌"), ("x mark", "❌✗"), ("infinity", "∞"), ("not equal", "≠"),
        ("approximately", "≈"), ("less than or equal", "≤"), ("greater than or equal", "≥"),
        ("plus minus", "±"), ("times", "×"), ("divide", "÷"), ("square root", "√"), ("sum", "∑"),
        ("integral", "∫"), ("for all", "∀"), ("there exists", "∃"), ("element of", "∈"), ("empty set", "∅"),
        ("union", "∪"), ("therefore", "∴"), ("nabla", "∇"), ("em dash", "—"), ("en dash", "–"),
        ("ellipsis", "…"), ("bullet", "•"), ("middle dot", "·"), ("left quote", "“‘"), ("guillemet", "«»"),
        ("section", "§"), ("pilcrow", "¶"), ("copyright", "©"), ("trademark", "™"), ("registered", "®"),
        ("dagger", "†"), ("umlaut", "\u{A8}ä"), ("u umlaut", "ü"), ("e acute", "é"), ("n tilde", "ñ"),
        ("c cedilla", "ç"), ("eszett", "ß"), ("a ring", "å"), ("o slash", "ø"), ("superscript two", "²"),
        ("half", "½"), ("command", "⌘"), ("option", "⌥"), ("shift", "⇧"), ("enter", "⏎↵"), ("backspace", "⌫"),
        ("smile", "😄☺"), ("laugh", "😂😆"), ("cry", "😢😭"), ("thumbs up", "👍"), ("fire", "🔥"), ("party", "🎉🥳"),
        ("rocket", "🚀"), ("star", "★⭐"), ("sun", "☀🌞"), ("snowflake", "❄"), ("skull", "💀☠"), ("warning", "⚠"),
        ("phone", "☎📱"), ("envelope", "✉"), ("music", "♪🎵"), ("coffee", "☕"), ("square", "■□"),
        ("circle", "●○"), ("triangle", "▲△"),
    ]

    @Test func theIntendedCharacterIsUsuallyAmongTheFirstThree() throws {
        #expect(Self.meant.count == 100)
        var missed: [String] = []
        for (query, characters) in Self.meant {
            let wanted = Set(characters.unicodeScalars.map { String(Character($0)) })
            let shown = try UnicodeTests().page(query, size: 3).items.compactMap(\.insert)
            if wanted.isDisjoint(with: shown) { missed.append("\(query): \(characters) is not in \(shown)") }
        }
        for miss in missed { print(miss) }
        #expect(Self.meant.count - missed.count >= 95, "\(missed.joined(separator: "\n"))")
    }

    func titles(_ query: String) throws -> [String] { try UnicodeTests().page(query, size: 2000).items.map(\.title) }

    /// Returns the words of all names of a character.
    func words(_ id: String) throws -> [Substring] {
        let scalar = try #require(UnicodeQuery.scalar(codePoint: id))
        let all = [try #require(UnicodeNames.shared.name(of: scalar))] + UnicodeNames.shared.otherNames(of: scalar)
        return all.flatMap { $0.split { $0 == " " || $0 == "-" } }
    }

    @Test(arguments: ["row", "lam", "cat", "ga"])
    func matchesAtTheStartOfAWordComeBeforeTheRest(_ query: String) throws {
        let ids = try UnicodeTests().page(query, size: 20_000).items.map(\.id)
        let isStart = try ids.map { try words($0).contains { $0.hasPrefix(query.uppercased()) } }
        #expect(isStart.contains(true) && isStart.contains(false))
        #expect(!isStart.drop { $0 }.contains(true))
    }

    @Test func wholeWordsComeBeforeBeginningsOfWords() throws {
        let ids = try UnicodeTests().page("cat", size: 20_000).items.map(\.id)
        let isWord = try ids.map { try words($0).contains("CAT") }
        // Characters in common use come first, then the rest; in both groups, whole words come before beginnings of
        // words.
        let common = UnicodeNames.shared.scalars.prefix(UnicodeNames.shared.common).map {
            UnicodeCharacters.id(Unicode.Scalar($0)!)
        }
        let isCommon = ids.map(Set(common).contains)
        for kind in [true, false] {
            let ofKind = zip(isWord, isCommon).filter { $1 == kind }.map(\.0)
            #expect(ofKind.contains(true) && ofKind.contains(false) && !ofKind.drop { $0 }.contains(true))
        }
        #expect(try titles("rightwards arrow").first == "RIGHTWARDS ARROW")
        #expect(try titles("Space").first == "SPACE")
        #expect(try titles("dog").first == "DOG")
    }

    @Test func charactersInCommonUseComeBeforeEquallyGoodMatches() throws {
        let found = try titles("omega")
        func place(_ title: String) throws -> Int { try #require(found.firstIndex(of: title)) }
        #expect(found.first == "GREEK SMALL LETTER OMEGA")
        #expect(try place("CYRILLIC SMALL LETTER OMEGA") < place("MATHEMATICAL BOLD CAPITAL OMEGA"))
    }

    @Test func theShorterNameComesFirst() throws {
        let found = try titles("snowflake")
        #expect(found == ["SNOWFLAKE", "TIGHT TRIFOLIATE SNOWFLAKE", "HEAVY CHEVRON SNOWFLAKE"])
    }

    @Test(arguments: ["arrow", "heart", "e acute", "cjk"])
    func resultsAreUniqueAndIndependentOfTheOrderOfWords(_ query: String) throws {
        let words = try #require(UnicodeQuery(query)).words
        let found = try #require(UnicodeSearch.scalars(words, isCancelled: { false }))
        #expect(Set(found).count == found.count && found.count > 20)
        #expect(UnicodeSearch.scalars(words.reversed(), isCancelled: { false }) == found)
    }
}
