import HTTP
import Testing

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
    func refusesWhatIsNone(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}

@Suite struct HTTPResponseTests {
    @Test func retryAfterIsSecondsOrADateAgainstTheServersOwnClock() {
        func wait(_ headers: HTTPHeaders) -> Int? {
            HTTPResponse(status: 503, headers: headers, receivedAt: 784_111_700).retryAfterMs
        }
        #expect(wait([:]) == nil)
        #expect(wait(["retry-AFTER": "5"]) == 5000)
        #expect(wait(["Retry-After": "-5"]) == 0)
        #expect(wait(["Retry-After": "soon"]) == nil)
        for seconds in ["99999999", "99999999999999999999"] { #expect(wait(["Retry-After": seconds]) == 86_400_000) }
        #expect(wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]) == 77_000)
        #expect(
            wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:30 GMT"]) == 7_000)
    }
}

@Suite struct HTTPResponseClockTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_787, 10), ("Sun, 06 Nov 1994 08:49:37 GMT", 0, 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", Int.max, 86_400), ("Sun, 06 Nov 1994 08:49:37 GMT", Int.min, 0),
        ("Sat, 01 Jan 0000 00:00:00 GMT", Int.max, 86_400), ("Sat, 01 Jan 0000 00:00:00 GMT", Int.min, 0),
    ])
    func noTimeThatAServerNamesIsTooFar(_ date: String, _ time: Int, _ seconds: Int) {
        #expect(HTTPResponse(status: 200, headers: ["Date": date]).secondsUntil(time) == seconds)
    }

    @Test func noClockIsTooFar() {
        for now in [Int.min, Int.max] {
            let headers: HTTPHeaders = ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]
            let wait = HTTPResponse(status: 503, headers: headers, receivedAt: now).retryAfterMs
            #expect(wait == (now < 0 ? 86_400_000 : 0))
        }
    }
}

@Suite struct HTTPHeadersTests {
    func read(_ lines: [String]) -> HTTPHeaders {
        var headers: HTTPHeaders = [:]
        for line in lines { Array(line.utf8).withUnsafeBufferPointer { headers.add(line: $0) } }
        return headers
    }

    @Test func linesAreReadAsTheyCome() {
        let headers = read([
            "Content-Type: text/html\r\n", "X-A:\t a: b \t\r\n", "x-a: second\r\n", "Empty:\r\n", "no field\r\n",
            "\r\n", "Last: é", "Bytes: \u{FFFD}",
        ])
        #expect(headers["content-type"] == "text/html" && headers["CONTENT-TYPE"] == "text/html")
        #expect(headers["x-A"] == "a: b" && headers["Empty"] == "" && headers["last"] == "é")
        #expect(headers["no field"] == nil && headers["Content"] == nil && headers[""] == nil)
        #expect(headers.fields.map(\.name) == ["Content-Type", "X-A", "x-a", "Empty", "Last", "Bytes"])
    }

    @Test func whatIsAddedIsTheSameAsWhatCame() {
        #expect(["A": "b c", "D": ""] as HTTPHeaders == read(["A:b c", "D:"]))
        #expect(["A": "b"] as HTTPHeaders != ["A": "c"])
    }

    @Test func noValueBeginsAnotherField() {
        let headers: HTTPHeaders = ["Authorization": "Bearer a\r\nX-Other: b\u{0}c\n", "X:Y\n": "z"]
        #expect(headers.fields.count == 2 && headers["X-Other"] == nil)
        #expect(headers["Authorization"] == "Bearer a  X-Other: b c" && headers["X Y"] == "z")
    }
}

@Suite struct URLTests {
    @Test func everythingButTheUnreservedIsEncoded() {
        #expect(PercentEncoding.encode("aZ09-._~ &=+#/?%") == "aZ09-._~%20%26%3D%2B%23%2F%3F%25")
        #expect(PercentEncoding.encode("焼肉 ＡＢ") == "%E7%84%BC%E8%82%89%20%EF%BC%A1%EF%BC%A2")
        #expect(PercentEncoding.encode("\u{0}\n") == "%00%0A")
    }

    @Test func decodingUndoesEncodingAndKeepsWhatIsNoEscape() {
        for text in ["", "焼肉 & 100%", "a+b=c", "😀"] {
            #expect(PercentEncoding.decode(PercentEncoding.encode(text)) == text)
        }
        #expect(PercentEncoding.decode("100%") == "100%")
        #expect(PercentEncoding.decode("%zz%4") == "%zz%4")
        #expect(PercentEncoding.decode("%FF") == "\u{FFFD}")
    }

    @Test func aQueryKeepsItsOrderAndReplacesInPlace() {
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
}
