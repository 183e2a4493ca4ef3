import HTTP
import Testing

@Suite struct URLReferenceTests {
    /// The examples of RFC 3986, sections 5.4.1 and 5.4.2, without fragments.
    @Test(arguments: [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"), ("http:g", "http:g"), ("HTTP://x?y", "http://x/?y"),
    ])
    func isResolvedAsInTheRFC(_ reference: String, _ expected: String) {
        let base = URLReference("http://a/b/c/d;p?q")
        #expect(URLReference(reference).resolved(against: base).text == expected)
    }

    @Test func aReferenceIsResolvedAgainstAServerWithoutAPath() {
        #expect(URLReference("g").resolved(against: URLReference("http://a")).text == "http://a/g")
        #expect(URLReference("?y").resolved(against: URLReference("http://a?q")).text == "http://a/?y")
    }

    @Test(
        arguments: [
            ("http://a", "http://a"), ("HTTP://A.Test:80/x", "http://a.test"), ("https://a:443", "https://a"),
            ("https://a:", "https://a"), ("http://a:443", "http://a:443"), ("https://u:p@a/@b", "https://a"),
            ("http://[::1]:80/", "http://[::1]"), ("http:a", nil), ("http://", nil), ("http://u@", nil),
            ("http://:80", nil),
            ("ftp://a", nil), ("//a", nil), ("/a", nil), ("", nil), (":", nil), ("1http://a", nil),
        ] as [(String, String?)])
    func theOriginIsNormalizedAndExistsOnlyForHTTPServers(_ url: String, _ origin: String?) {
        #expect(URLReference(url).origin == origin)
    }
}
