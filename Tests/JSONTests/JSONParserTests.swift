import JSON
import Testing

@Suite struct JSONParserTests {
    func parse(_ text: String) throws(JSONError) -> JSONValue {
        try JSONParser.parse(Array(text.utf8))
    }

    func fault(_ bytes: some Sequence<UInt8>) -> String {
        do {
            return "no fault: \(try JSONParser.parse(Array(bytes)))"
        } catch {
            return error.description
        }
    }

    func fault(_ text: String) -> String { fault(text.utf8) }

    @Test func readsEveryKindOfValue() throws {
        #expect(try parse("null") == nil)
        #expect(try parse(" \t\r\n true \n") == true)
        #expect(try parse("false") == false)
        #expect(try parse("[]") == [])
        #expect(try parse("{}") == [:])
        #expect(try parse(#"{"a":[1,{"b":"c"}],"d":null}"#) == ["a": [1, ["b": "c"]], "d": nil])
        #expect(try parse(#""""#) == "")
    }

    @Test func aByteOrderMarkIsSkippedOnlyAtTheStart() throws {
        #expect(try parse("\u{FEFF}1") == 1)
        #expect(fault("1\u{FEFF}").contains("byte 0xEF"))
        #expect(fault("\u{FEFF}\u{FEFF}1").contains("byte 0xEF"))
    }

    @Test func numbersAreKeptAsTheyWereWritten() throws {
        for text in ["0", "-0", "1", "1.0", "-12.50", "1e5", "1E+05", "2e-3", "12345678901234567890123", "1e999"] {
            guard case .number(let number) = try parse(text) else {
                Issue.record("\(text) is not a number")
                continue
            }
            #expect(number.text == text)
        }
        #expect(try parse("1") != parse("1.0"))
        #expect(try parse("20.0").integer == 20 && parse("2e1").integer == 20 && parse("-0").integer == 0)
        #expect(try parse("20.5").integer == nil && parse("1e999").integer == nil)
        #expect(try parse("9223372036854775807").integer == Int.max)
        #expect(try parse("9223372036854775808").integer == nil)
        #expect(try parse("12345678901234567890").integer == nil)
    }

    @Test(arguments: [
        "01", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "NaN", "Infinity", "-Infinity", "1_000", "--1",
    ])
    func refusesWhatIsNotANumber(_ text: String) {
        #expect(throws: JSONError.self) { try parse(text) }
    }

    @Test func escapesAreRead() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u0041\u00e9\u2192\ud83d\ude00x""#) == "\"\\/\u{8}\u{C}\n\r\tAé→😀x")
        #expect(try parse(#""\u0000""#) == "\0")
        #expect(
            try parse(#""plain, long enough for the fast way, then \u30b2\u30fc\u30e0 and a tail of text""#)
                == "plain, long enough for the fast way, then ゲーム and a tail of text")
    }

    @Test func loneSurrogatesBecomeReplacementCharacters() throws {
        #expect(try parse(#""\ud83d""#) == "\u{FFFD}")
        #expect(try parse(#""\ud83dx""#) == "\u{FFFD}x")
        #expect(try parse(#""\ude00\ud83d""#) == "\u{FFFD}\u{FFFD}")
        #expect(try parse(#""\ud83d\ud83d\ude00""#) == "\u{FFFD}😀")
        #expect(try parse(#""\ud83d\n""#) == "\u{FFFD}\n")
        #expect(try parse(#""\ud83d\u0041""#) == "\u{FFFD}A")
    }

    @Test func textOfAnyLengthAndAlignmentIsReadWhole() throws {
        let sample = "a→b😀c ゲーム\u{7F}\u{2028}é"
        for length in 0..<40 {
            let text = String(repeating: "x", count: length) + sample + String(repeating: "y", count: length % 11)
            #expect(try parse("[\"\(text)\",1]") == [.string(text), 1])
            #expect(try parse("[\"\(text)\\n\(text)\"]") == [.string(text + "\n" + text)])
            #expect(
                fault("\"\(text)\u{1}\"") == """
                    a string holds the control character 0x1 unescaped, not as `\\u0001` at byte \(text.utf8.count + 1)
                    """)
        }
    }

    @Test func theLaterOfTwoMembersWithTheSameNameWins() throws {
        #expect(try parse(#"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
        let many = (0..<1000).map { #""k\#($0 % 500)":\#($0)"# }.joined(separator: ",")
        let object = try #require(try parse("{\(many)}").object)
        #expect(object.members.count == 500)
        #expect(object["k0"] == 500 && object["k499"] == 999 && object["k500"] == nil)
    }

    @Test(arguments: [
        ("", "the text ends where a JSON value should stand at byte 0"),
        ("  ", "the text ends where a JSON value should stand at byte 2"),
        ("[1,]", "found `]` behind a `,` where a value should stand at byte 3"),
        ("[,1]", "found `,` where a value or `]` should stand at byte 1"),
        ("[1 2]", "found `2` where `,` or `]` should stand at byte 3"),
        (#"{"a":1,}"#, "found `}` behind a `,` where a member's name in quotes should stand at byte 7"),
        ("[1,\r\n\t ]", "found `]` behind a `,` where a value should stand at byte 7"),
        (#"{"a" 1}"#, "found `1` where `:` should stand at byte 5"),
        (#"{"a":}"#, "found `}` where a value should stand at byte 5"),
        (#"{"a":1 "b""#, "found `\"` where `,` or `}` should stand at byte 7"),
        ("{a:1}", "found `a` where a member's name in quotes should stand at byte 1"),
        ("'a'", "found `'` where a JSON value should stand at byte 0"),
        ("tru", "the text ends where `true` should stand at byte 3"),
        ("nulL", "found `L` where `null` should stand at byte 3"),
        ("1 1", "found `1` where the end of the text, behind one JSON value, should stand at byte 2"),
        (#""abc"#, "the text ends where the closing quote of a string should stand at byte 4"),
        (#""\x""#, #"found `x` where one of the escapes `"\/bfnrtu` should stand at byte 2"#),
        (#""\u12g4""#, "found `g` where four hex digits should stand at byte 5"),
        (#""\u12"#, "the text ends where four hex digits should stand at byte 5"),
        ("/* */1", "found `/` where a JSON value should stand at byte 0"),
        ("\u{0}", "found byte 0x0 where a JSON value should stand at byte 0"),
    ])
    func reportsWhatIsWrongWhereAndWhatWasExpected(_ text: String, _ message: String) {
        #expect(fault(text) == message)
    }

    @Test func nestingIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try parse(nested(128))
        #expect(fault(nested(129)) == "nested deeper than 128 arrays and objects at byte 128")
        #expect(
            fault(String(repeating: #"{"a":"#, count: 200)) == "nested deeper than 128 arrays and objects at byte 640")
        _ = try parse("[" + [String](repeating: nested(127), count: 3).joined(separator: ",") + "]")
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE3, 0x82], [0xE3, 0x82, 0x41], [0xC3],
            [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreRefused(_ bytes: [UInt8]) {
        for padding in [0, 1, 7, 8, 20] {
            let before = Array(repeating: UInt8(ascii: "x"), count: padding)
            for after in [[], before] {
                let text = [UInt8(ascii: "\"")] + before + bytes + after + [UInt8(ascii: "\"")]
                let message = fault(text)
                #expect(message.hasPrefix("a string holds bytes that are not UTF-8"), "\(message)")
                #expect(message.hasSuffix(" at byte \(1 + padding)"), "\(message)")
            }
        }
    }

    /// Every prefix of a document is refused, and none crashes the parser.
    @Test func everyPrefixIsRefused() throws {
        let text = #"{"a":[1.5e3,"x\n\ud83d\ude00→",true,null,{"b":[]}],"c":false}"#
        let bytes = Array(text.utf8)
        _ = try JSONParser.parse(bytes)
        for length in 0..<bytes.count {
            #expect(throws: JSONError.self) { try JSONParser.parse(Array(bytes[..<length])) }
        }
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", "10e-1", true), ("100", "1E+2", true), ("-0", "0.00e9", true), ("0.1", "1e-1", true),
        ("0e99999999999999999999", "0", true), ("12345678901234567890123", "12345678901234567890123.0", true),
        ("9007199254740993", "9007199254740992.0", false), ("1", "-1", false), ("1", "2", false), ("1", "10", false),
        ("1e400", "10e399", true), ("1e400", "1e401", false),
        ("1e99999999999999999999", "1e99999999999999999999", true),
        ("1e99999999999999999999", "1", false), ("1.5e9223372036854775807", "15e9223372036854775806", true),
        ("0.1e-9223372036854775808", "1", false),
    ])
    func numbersAreComparedByValueHoweverTheyAreWritten(_ one: String, _ other: String, _ isSame: Bool) throws {
        guard case .number(let one) = try JSONParser.parse(Array(one.utf8)),
            case .number(let other) = try JSONParser.parse(Array(other.utf8))
        else {
            Issue.record("these are numbers")
            return
        }
        #expect(one.hasSameValue(as: other) == isSame && other.hasSameValue(as: one) == isSame)
    }

    /// A server may send a number of 16 MiB, which is then compared with each value of each rule.
    @Test func aVeryLongNumberEqualsOnlyItsOwnText() throws {
        func number(_ text: String) throws -> JSONNumber? {
            if case .number(let number) = try JSONParser.parse(Array(text.utf8)) { number } else { nil }
        }
        for count in [998, 999] {
            let digits = "1." + String(repeating: "0", count: count)
            let (one, long) = (try #require(try number("1")), try #require(try number(digits)))
            #expect(one.hasSameValue(as: long) == (count == 998) && long.hasSameValue(as: long))
        }
    }
}
