import HTTP
import Testing
import Time

@Suite struct HTTPDateTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
        ("Sat, 21 Nov 2026 23:59:60 GMT", 1_795_305_600),
        ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func readsTheThreeFormats(_ text: String, _ seconds: Int) {
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
        "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 99999999999999 08:49:37 GMT",
    ])
    func refusesInvalidDates(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}

@Suite struct HTTPResponseTests {
    @Test func retryAfterIsSecondsOrADateByTheServersOwnClock() {
        func wait(_ headers: HTTPHeaders) -> Duration? {
            HTTPResponse(status: 503, headers: headers, receivedAt: 784_111_700).retryAfter
        }
        #expect(wait([:]) == nil)
        #expect(wait(["retry-AFTER": "5"]) == .seconds(5))
        #expect(wait(["Retry-After": "-5"]) == nil)
        #expect(wait(["Retry-After": "soon"]) == nil)
        for seconds in ["99999999", "99999999999999999999"] { #expect(wait(["Retry-After": seconds]) == .day) }
        #expect(wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]) == .seconds(77))
        #expect(
            wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:30 GMT"])
                == .seconds(7))
    }
}

@Suite struct HTTPResponseClockTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_787, 10), ("Sun, 06 Nov 1994 08:49:37 GMT", 0, 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Int.max, 86_400), ("Sun, 06 Nov 1994 08:49:37 GMT", Int.min, 0),
        ("Sat, 01 Jan 0000 00:00:00 GMT", Int.max, 86_400), ("Sat, 01 Jan 0000 00:00:00 GMT", Int.min, 0),
    ])
    func theWaitUntilATimeNamedByTheServerIsBetweenZeroAndADay(_ date: String, _ time: Int, _ seconds: Int) {
        #expect(HTTPResponse(status: 200, headers: ["Date": date]).wait(until: time) == .seconds(seconds))
    }

    @Test func retryAfterIsClampedHoweverWrongTheLocalClockIs() {
        for now in [Int.min, Int.max] {
            let headers: HTTPHeaders = ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]
            let wait = HTTPResponse(status: 503, headers: headers, receivedAt: now).retryAfter
            #expect(wait == (now < 0 ? .day : .zero))
        }
    }
}

@Suite struct HTTPHeadersTests {
    @Test func controlCharactersBecomeSpacesAndAreTrimmedAtBothEnds() {
        var headers = HTTPHeaders()
        for line in ["A: \0\r x\0y\r\n", "\0B\0:\0"] {
            Array(line.utf8).withUnsafeBufferPointer { headers.add(line: $0) }
        }
        #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["A=x y", "B="])
    }

    func read(_ lines: [String]) -> HTTPHeaders {
        var headers: HTTPHeaders = [:]
        for line in lines { Array(line.utf8).withUnsafeBufferPointer { headers.add(line: $0) } }
        return headers
    }

    @Test func receivedLinesAreReadInOrderAndNamesIgnoreCase() {
        let headers = read([
            "Content-Type: text/html\r\n", "X-A:\t a: b \t\r\n", "x-a: second\r\n", "Empty:\r\n", "no field\r\n",
            "\r\n", "Last: é", "Bytes: \u{FFFD}",
        ])
        #expect(headers["content-type"] == "text/html" && headers["CONTENT-TYPE"] == "text/html")
        #expect(headers["x-A"] == "a: b" && headers["Empty"] == "" && headers["last"] == "é")
        #expect(headers["no field"] == nil && headers["Content"] == nil && headers[""] == nil)
        #expect(headers.fields.map(\.name) == ["Content-Type", "X-A", "x-a", "Empty", "Last", "Bytes"])
    }

    @Test func addedFieldsEqualReceivedOnes() {
        #expect(["A": "b c", "D": ""] as HTTPHeaders == read(["A:b c", "D:"]))
        #expect(["A": "b"] as HTTPHeaders != ["A": "c"])
    }

    @Test func noNameOrValueCanBeginAnotherField() {
        let headers: HTTPHeaders = ["Authorization": "Bearer a\r\nX-Other: b\u{0}c\n", "X:Y\n": "z"]
        #expect(headers.fields.count == 2 && headers["X-Other"] == nil)
        #expect(headers["Authorization"] == "Bearer a  X-Other: b c" && headers["X Y"] == "z")
    }
}

@Suite struct URLTests {
    @Test func everythingButUnreservedCharactersIsEncoded() {
        #expect(PercentEncoding.encode("aZ09-._~ &=+#/?%") == "aZ09-._~%20%26%3D%2B%23%2F%3F%25")
        #expect(PercentEncoding.encode("焼肉 ＡＢ") == "%E7%84%BC%E8%82%89%20%EF%BC%A1%EF%BC%A2")
        #expect(PercentEncoding.encode("\u{0}\n") == "%00%0A")
    }

    @Test func decodingUndoesEncodingAndKeepsInvalidEscapes() {
        for text in ["", "焼肉 & 100%", "a+b=c", "😀"] {
            #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        }
        #expect(PercentEncoding.decode("100%") == "100%")
        #expect(PercentEncoding.decode("%zz%4") == "%zz%4")
        #expect(PercentEncoding.decode("%FF") == "\u{FFFD}")
    }

    @Test func aQueryKeepsItsOrderAndReplacesValuesInPlace() {
        var query: URLQuery = ["a": "1", "continue": "-||", "b": "x y"]
        #expect(query.encoded == "a=1&continue=-%7C%7C&b=x%20y")
        query["a"] = "2"
        query["c"] = ""
        query.merge(["b": "z"])
        #expect(query.appended(to: "http://h/p") == "http://h/p?a=2&continue=-%7C%7C&b=z&c=")
        #expect(query.appended(to: "http://h/p?q=1") == "http://h/p?q=1&a=2&continue=-%7C%7C&b=z&c=")
        #expect(URLQuery(decoding: query.encoded) == query)
        query["b"] = nil
        #expect(query["b"] == nil && query["a"] == "2")
    }

    @Test(arguments: [
        ("https://ja.wikipedia.org/w/api.php?x=1", "https://ja.wikipedia.org"),
        ("http://127.0.0.1:8080?key=secret", "http://127.0.0.1:8080"),
        ("http://user:secret@host/x", "http://host"), ("http://user:se@cret@host:1#x", "http://host:1"),
        ("http://host?key=//secret@x", "http://host"), ("http:/x/secret", "http:"),
        ("nonsense?key=secret", "nonsense"),
        ("", ""),
    ])
    func theOriginNamesTheServerAndNothingElse(_ url: String, _ origin: String) {
        #expect(HTTPRequest(url: url).origin == origin)
    }

    /// As in RFC 4648, section 10, with other strings: zero, one and two bytes are left over.
    @Test(arguments: [
        ("http://u:p%40s@host/", ["p%40s", "p@s", "dTpwQHM="]), ("http://us:p@host/", ["p", "dXM6cA=="]),
        ("http://:abcde@host/", ["abcde", "OmFiY2Rl"]),
        ("http://Aladdin:open%20sesame@host/", ["open%20sesame", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]),
        ("http://u:@host/", []), ("http://u@host/", []), ("http://host/", []),
    ])
    func aPasswordIsASecretInEveryFormInWhichItIsSent(_ url: String, _ secrets: [String]) {
        #expect(HTTPRequest(url: url).secrets == secrets)
    }
}

@Suite struct NetworkAddressTests {
    @Test(
        arguments: [
            ([8, 8, 8, 8], true), ([203, 0, 113, 7], true), ([172, 15, 0, 1], true), ([172, 32, 0, 1], true),
            ([100, 63, 0, 1], true), ([100, 128, 0, 1], true), ([192, 0, 1, 1], true), ([198, 20, 0, 1], true),
            ([0, 0, 0, 0], false), ([10, 0, 0, 1], false), ([127, 0, 0, 1], false), ([127, 255, 255, 255], false),
            ([169, 254, 169, 254], false), ([172, 16, 0, 1], false), ([172, 31, 255, 255], false),
            ([192, 168, 1, 1], false),
            ([100, 64, 0, 1], false), ([192, 0, 0, 8], false), ([198, 19, 0, 1], false), ([224, 0, 0, 1], false),
            ([255, 255, 255, 255], false),
        ] as [([UInt8], Bool)])
    func publicIPv4AddressesAreRecognized(_ bytes: [UInt8], _ isPublic: Bool) throws {
        #expect(try #require(NetworkAddress(bytes)).isPublic == isPublic)
        // The same address, mapped into IPv6, behind NAT64 and as 6to4.
        let zeros = [UInt8](repeating: 0, count: 10)
        for mapped in [
            zeros + [255, 255] + bytes, [0, 0x64, 0xFF, 0x9B] + zeros.dropLast(2) + bytes, [0x20, 2] + bytes + zeros,
        ] {
            #expect(try #require(NetworkAddress(mapped)).isPublic == isPublic)
        }
    }

    @Test(
        arguments: [
            ([0x26, 0x06, 0x47], true), ([0x3F, 0xFF], true), ([0x20, 0x01, 0x0D, 0xB8], true), ([], false),
            ([0xFC], false),
            ([0xFD, 0x12], false), ([0xFE, 0x80], false), ([0xFF, 0x02], false), ([0x20, 0x01, 0, 0], false),
            ([0x40], false),
        ] as [([UInt8], Bool)])
    func publicIPv6AddressesAreRecognized(_ beginning: [UInt8], _ isPublic: Bool) throws {
        let bytes = beginning + [UInt8](repeating: 0, count: 15 - beginning.count) + [1]
        #expect(try #require(NetworkAddress(bytes)).isPublic == isPublic)
    }

    @Test func bytesOfAnyOtherLengthAreNotAnAddress() {
        for count in [0, 3, 5, 15, 17] { #expect(NetworkAddress([UInt8](repeating: 1, count: count)) == nil) }
    }
}
