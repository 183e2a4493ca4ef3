import Foundation
import JSON
import Testing
import TestSupport

@Suite struct JSONWriterTests {
    func write(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func writesCompactly() {
        let text = write {
            $0.object {
                $0.member("a", 1)
                $0.member("b", "x")
                $0.member("c", true)
                $0.member(orNull: "d", nil)
                $0.member(ifPresent: "e", nil as Int?)
                $0.member("f") {
                    $0.array {
                        $0.integer(-10)
                        $0.object { _ in }
                        $0.array { _ in }
                        $0.raw("1.0".utf8)
                        $0.null()
                    }
                }
                $0.member(named: "g\n", ["h": [nil, false]])
            }
        }
        #expect(text == #"{"a":1,"b":"x","c":true,"d":null,"f":[-10,{},[],1.0,null],"g\n":{"h":[null,false]}}"#)
    }

    @Test func escapesControlsQuotesAndLineSeparatorsAndNothingElse() {
        #expect(
            write { $0.string("\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}") } == #""\"\\/\b\f\n\r\t\u0000\u001f"#
                + "\u{7F}\"")
        #expect(write { $0.string("a\u{85}b\u{2028}c\u{2029}d") } == #""a\u0085b\u2028c\u2029d""#)
        #expect(write { $0.string("é\u{80}\u{2027}\u{202A}→😀ゲーム") } == "\"é\u{80}\u{2027}\u{202A}→😀ゲーム\"")
    }

    @Test func numbersComeOutAsTheyCameIn() throws {
        let text = "[1,1.0,1e5,-0,123456789012345678901234567890]"
        #expect(String(decoding: JSONWriter.bytes(of: try JSONParser.parse(Array(text.utf8))), as: UTF8.self) == text)
    }

    @Test(arguments: [
        0, 7, 10, 99, 100, 787, -1, -10, 1_234_567_890, 999_999_999_999_999_999, 1_000_000_000_000_000_000,
        Int.max, Int.min,
    ])
    func wholeNumbersAreWrittenInDigits(_ number: Int) {
        #expect(write { $0.integer(number) } == String(number))
    }

    @Test func textLongerThanTheBufferIsWrittenWhole() {
        let long = String(repeating: "\n→x", count: 1000)
        let text = write {
            $0.array {
                for _ in 0..<50 { $0.integer(-12_345) }
                $0.string(long)
                $0.object { $0.member(named: long, long) }
            }
        }
        let numbers = String(repeating: "-12345,", count: 50)
        let escaped = String(repeating: "\\n→x", count: 1000)
        #expect(text == "[\(numbers)\"\(escaped)\",{\"\(escaped)\":\"\(escaped)\"}]")
    }

    @Test func doublesThatJSONCannotRepresentAreRefused() {
        #expect(JSONNumber(Double.nan) == nil && JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(0.5)?.text == "0.5")
    }

    /// What the writer writes, the parser reads back, and Foundation reads as the same value.
    @Test func randomValuesSurviveTheRoundTrip() throws {
        var random = SplitMix(seed: 11)
        func value(_ depth: Int) -> JSONValue {
            switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
            case 0: return nil
            case 1: return .boolean(Bool.random(using: &random))
            case 2: return .number(JSONNumber(Int.random(in: -1_000_000...1_000_000, using: &random)))
            case 3: return .number(JSONNumber(Double.random(in: -1...1, using: &random)) ?? JSONNumber(0))
            case 4: return .string(text())
            case 5: return .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth - 1) })
            default:
                return .object(
                    JSONObject((0..<Int.random(in: 0..<4, using: &random)).map { _ in (text(), value(depth - 1)) }))
            }
        }
        func text() -> String {
            let pool = Array("az\"\\\n\u{0}\u{1F}\u{85}é→\u{2028}😀".unicodeScalars)
            var text = ""
            for _ in 0..<Int.random(in: 0..<12, using: &random) {
                text.unicodeScalars.append(pool[Int.random(in: 0..<pool.count, using: &random)])
            }
            return text
        }
        for _ in 0..<2_000 {
            let original = value(4)
            let bytes = JSONWriter.bytes(of: original)
            #expect(try JSONParser.parse(bytes) == original)
            #expect(!bytes.contains(0x0A))
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
    }
}
