import SearchSource
import Testing
import TestSupport

@testable import BuiltinSources

@Suite struct UnicodeTests {
    let source = UnicodeCharacters(name: "unicode")

    func page(_ query: String, cursor: String? = nil, size: Int = 20) throws -> Page {
        guard
            case .local(let compute) = source.page(
                PageRequest(query: query, cursor: cursor.map(Cursor.init), pageSize: size))
        else { throw NoWork() }
        guard case .known(let result) = compute({ false }) else { throw NoWork() }
        return try result.get()
    }

    func ids(_ query: String, size: Int = 20) throws -> [String] { try page(query, size: size).items.map(\.id) }

    func detail(_ id: String) throws -> Detail {
        guard case .known(let result) = source.detail(DetailRequest(id: id)) else { throw NoWork() }
        return try result.get()
    }

    struct NoWork: Error {}

    @Test func findsArrows() throws {
        let page = try page("arrow rightwards")
        let arrow = try #require(page.items.first { $0.id == "U+2192" })
        #expect(arrow.title == "RIGHTWARDS ARROW" && arrow.insert == "→")
        #expect(arrow.snippet == ["", "RIGHTWARDS", " ", "ARROW"])
        #expect(
            arrow.fields == [
                "character": "→", "category": "Math Symbol", "name": "RIGHTWARDS ARROW", "codePoint": 0x2192,
            ])
        #expect(try #require(page.total) > page.items.count)
    }

    @Test func theExactNameComesFirstThenWordPrefixesThenTheRest() throws {
        #expect(try ids("rightwards arrow", size: 1) == ["U+2192"])
        #expect(try ids("Space", size: 1) == ["U+0020"])
        let titles = try page("row", size: 500).items.map(\.title)
        let isPrefix = titles.map { $0.split { $0 == " " || $0 == "-" }.contains { $0.hasPrefix("ROW") } }
        #expect(isPrefix.contains(true) && isPrefix.contains(false))
        #expect(isPrefix == isPrefix.filter { $0 } + isPrefix.filter { !$0 })
    }

    @Test(arguments: ["u+2192", "U+2192", "2192", "→"])
    func aCodePointOrTheCharacterItselfComesFirst(_ query: String) throws {
        #expect(try ids(query, size: 1) == ["U+2192"])
    }

    @Test func wordsStayWordsEvenIfTheyLookLikeHexDigits() throws {
        #expect(try page("face", size: 1).items[0].title.contains("FACE"))
        #expect(try ids("1F600", size: 1) == ["U+1F600"])
        #expect(try ids("u+face", size: 1) == ["U+FACE"])
    }

    @Test func textThatIsNotLatinIsTakenApart() throws {
        #expect(try ids("日本") == ["U+65E5", "U+672C"])
        #expect(try ids("👩‍👩‍👧") == ["U+1F469", "U+200D", "U+1F467"])
        #expect(try ids("é") == ["U+00E9"])
    }

    @Test func fullWidthLatinCountsAsLatin() throws {
        #expect(try ids("ｓｎｏｗｍａｎ") == ids("snowman"))
        #expect(try ids("ＵＰ　ＡＲＲＯＷ") == ids("up arrow"))
    }

    @Test func nothingIsFoundWhereNothingIs() throws {
        #expect(try page("zzzzqqq") == Page(items: [], total: 0))
        #expect(try page("arrow zzzzqqq").items.isEmpty)
        #expect(try page("").items.isEmpty)
    }

    @Test func pagesFollowEachOtherToTheEnd() throws {
        var found: [String] = []
        var cursor: String?
        repeat {
            let page = try page("arrow", cursor: cursor, size: 97)
            found += page.items.map(\.id)
            cursor = page.next?.text
            #expect(page.total == (try self.page("arrow").total))
        } while cursor != nil
        #expect(found.count == (try page("arrow").total) && Set(found).count == found.count)
    }

    @Test(arguments: ["arrow", "a", "cjk 4E", "latin small letter a", "row", "ARROW ARROW", "hangul syllable"])
    func findsWhatASlowSearchFinds(_ query: String) throws {
        let words = query.uppercased().split(separator: " ")
        let slow = (0...0x10FFFF).compactMap { UInt32($0) }.compactMap(Unicode.Scalar.init).filter { scalar in
            guard let name = scalar.properties.name else { return false }
            return words.allSatisfy { name.contains($0) }
        }
        #expect(try Set(page(query, size: 200_000).items.map(\.id)) == Set(slow.map(UnicodeCharacters.id)))
    }

    @Test func describesACharacter() throws {
        #expect(
            try detail("U+01C5").text == """
                ǅ  LATIN CAPITAL LETTER D WITH SMALL LETTER Z WITH CARON

                Code point: U+01C5 (453)
                UTF-8: C7 85
                UTF-16: 01C5
                General category: Titlecase Letter (Lt)
                Since: Unicode 1.1
                Upper case: Ǆ (U+01C4)
                Lower case: ǆ (U+01C6)
                HTML: &#x1C5;
                """)
        #expect(try detail("U+00BD").text.contains("Numeric value: 0.5"))
        #expect(try detail("U+1F600").text.contains("UTF-16: D83D DE00"))
        #expect(try detail("U+01A2").text.contains("Also known as: LATIN CAPITAL LETTER GHA"))
        #expect(try detail("U+00DF").text.contains("Upper case: SS (U+0053 U+0053)"))
    }

    @Test(arguments: ["", "2192", "U+", "U+110000", "U+D800", "u+2192", "U+02192", "U+0378", "U+000A", "→"])
    func anIdThatIsNoCodePointOfACharacterIsNoSuchItem(_ id: String) {
        do {
            _ = try detail(id)
            Issue.record("\(id) was found")
        } catch let error as SourceError {
            #expect(error.isNoSuchItem)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func aSearchThatIsNotWantedAnyMoreIsGivenUp() {
        guard case .local(let compute) = source.page(PageRequest(query: "zzzzqqq")) else { return }
        guard case .known(.failure) = compute({ true }) else {
            Issue.record("it went on")
            return
        }
    }
}

@Suite struct ByteFinderTests {
    func places(_ needle: String, _ text: [UInt8]) -> [Int] {
        Array(needle.utf8).withUnsafeBufferPointer { needle in
            text.withUnsafeBufferPointer { text in
                var finder = ByteFinder(needle, in: text)
                var places: [Int] = []
                while let place = finder.next(isCancelled: { false }) {
                    places.append(place)
                    finder.position = place + 1
                }
                return places
            }
        }
    }

    @Test func findsWhatComparingEverywhereFinds() {
        var random = SplitMix(seed: 3)
        for _ in 0..<300 {
            let text = (0..<Int(random.next() % 200)).map { _ in UInt8(ascii: "a") + UInt8(random.next() % 3) }
            for needle in ["a", "ab", "abc", "aaaa", "cabca"] {
                let bytes = Array(needle.utf8)
                let expected = (0..<max(0, text.count - bytes.count + 1)).filter {
                    Array(text[$0..<$0 + bytes.count]) == bytes
                }
                #expect(places(needle, text) == expected)
            }
        }
    }
}
