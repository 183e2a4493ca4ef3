import SearchSource
import Synchronization
import Testing
import TestSupport

@testable import BuiltinSources

@Suite struct UnicodeTests {
    let source = UnicodeCharacters(name: "unicode")

    func page(_ query: String, cursor: String? = nil, size: Int = 20) throws -> Page {
        guard
            case .local(let compute) = source.page(
                PageRequest(query: query, cursor: cursor.map { Cursor($0) }, pageSize: size))
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

    /// A search that has been cancelled ends, but pages of a list that has been searched for do not need one.
    @Test func onlyTheFirstPageOfAListIsSearchedFor() throws {
        func page(_ query: String, from cursor: Cursor?, isCancelled: Bool) throws -> Page? {
            guard case .local(let compute) = source.page(PageRequest(query: query, cursor: cursor, pageSize: 20)),
                case .known(let result) = compute({ isCancelled })
            else { throw NoWork() }
            return try? result.get()
        }
        #expect(try page("arrow", from: nil, isCancelled: true) == nil)
        let first = try #require(try page("arrow", from: nil, isCancelled: false))
        let second = try #require(try page("arrow", from: first.next, isCancelled: true))
        #expect(second.total == first.total && Set(second.items.map(\.id)).isDisjoint(with: first.items.map(\.id)))
        #expect(try page("snowman", from: first.next, isCancelled: true) == nil)
    }

    @Test(arguments: ["u+2192", "U+2192", "2192", "→"])
    func aCodePointOrACharacterFindsThatCharacterFirst(_ query: String) throws {
        #expect(try ids(query, size: 1) == ["U+2192"])
    }

    @Test func wordsStayWordsEvenIfTheyLookLikeHexDigits() throws {
        #expect(try page("face", size: 1).items[0].title.contains("FACE"))
        #expect(try ids("1F600", size: 1) == ["U+1F600"])
        #expect(try ids("u+face", size: 1) == ["U+FACE"])
    }

    @Test func nonLatinTextIsSplitIntoItsCharacters() throws {
        #expect(try ids("日本") == ["U+65E5", "U+672C"])
        #expect(try ids("👩‍👩‍👧") == ["U+1F469", "U+200D", "U+1F467"])
        #expect(try ids("é") == ["U+00E9"])
    }

    @Test func fullWidthLatinCountsAsLatin() throws {
        #expect(try ids("ｓｎｏｗｍａｎ") == ids("snowman"))
        #expect(try ids("ＵＰ　ＡＲＲＯＷ") == ids("up arrow"))
    }

    @Test func unmatchedAndEmptyQueriesFindNothing() throws {
        #expect(try page("zzzzqqq") == Page(items: [], total: 0))
        #expect(try page("arrow zzzzqqq").items.isEmpty)
        #expect(try page("").items.isEmpty)
    }

    @Test func pagesCoverAllResultsWithoutDuplicates() throws {
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
        #expect(try detail("U+2318").text.contains("Also known as: COMMAND KEY, OPERATING SYSTEM KEY\n"))
    }

    @Test func controlCharactersAreCalledByTheirAliasesAndShownAsPictures() throws {
        let tab = try #require(try page("tab").items.first)
        #expect(tab.id == "U+0009" && tab.title == "CHARACTER TABULATION" && tab.insert == "\t")
        #expect(tab.fields["character"] == "␉" && tab.fields["category"] == "Control")
        #expect(try detail("U+000A").text.hasPrefix("␊  LINE FEED\n\nCode point: U+000A (10)\n"))
        #expect(try detail("U+000A").text.contains("Also known as: NEW LINE, END OF LINE, LF, NL, EOL"))
        #expect(try detail("U+009B").fields["character"] == "\u{FFFD}")
        #expect(try ids("\u{1B}") == ["U+001B"])
    }

    @Test(arguments: ["", "2192", "U+", "U+110000", "U+D800", "u+2192", "U+02192", "U+0378", "→"])
    func anIDThatIsNotACharactersCodePointIsNoSuchItem(_ id: String) {
        do {
            _ = try detail(id)
            Issue.record("\(id) was found")
        } catch let error as SourceError {
            #expect(error.isNoSuchItem)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: ["zzzzqqq", "a", String(repeating: "a ", count: 5000), "hangul a"])
    func aCancelledSearchStops(_ query: String) {
        guard case .local(let compute) = source.page(PageRequest(query: query)) else { return }
        guard case .known(.failure) = compute({ true }) else {
            Issue.record("it continued")
            return
        }
    }

    @Test func aSearchChecksOftenWhetherItIsCancelled() throws {
        let looks = Mutex(0)
        guard case .local(let compute) = source.page(PageRequest(query: "a")) else { return }
        _ = compute {
            looks.withLock { $0 += 1 }
            return false
        }
        // "A" is in nearly all of the 155,520 names.
        #expect(looks.withLock { $0 } > 500)
    }

    @Test func theCostOfAQueryDoesNotGrowWithItsLength() throws {
        #expect(try ids(String(repeating: "arrow ", count: 5000)) == ids("arrow"))
        let words = (0..<5000).map { String($0, radix: 36) }
        #expect(try page(words.joined(separator: " ")) == Page(items: [], total: 0))
        #expect(try page(words[10..<42].joined(separator: " ")).total == 0)
        #expect(UnicodeQuery(words[..<32].joined(separator: " "))?.words.count == 32)
        #expect(UnicodeQuery(words[..<33].joined(separator: " ")) == nil)
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

    @Test func findsWhatABruteForceSearchFinds() {
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
