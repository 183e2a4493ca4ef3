import HTML
import Testing

/// Pages as found in the wild, and how browsers read them.
@Suite struct HTMLTokenizerTests {
    /// Returns a page's tokens in short form: `<img>`, `</p>`, `"text"`, `'literal text'`.
    func tokens(_ page: String) -> [String] {
        HTMLTokenizer(Array(page.utf8)).map { token in
            switch token {
            case .text(let text): "\"\(text.decoded)\""
            case .literalText(let text): "'\(text.decoded)'"
            case .startTag(let tag): "<\(name(tag))>"
            case .endTag(let tag): "</\(name(tag))>"
            }
        }
    }

    func name(_ tag: HTMLTag) -> String {
        let names: [StaticString] = [
            "p", "img", "script", "style", "textarea", "title", "svg", "path", "h1", "x-y", "iframe",
        ]
        return names.first { tag.isNamed($0) }.map { "\($0)" } ?? "?"
    }

    @Test(
        arguments: [
            ("", []), ("text", ["\"text\""]), ("\u{FEFF}text", ["\"text\""]),
            ("<p>a</p>", ["<p>", "\"a\"", "</p>"]), ("<P>a</P >", ["<p>", "\"a\"", "</p>"]),
            ("<h1><x-y>", ["<h1>", "<x-y>"]), ("<p/>", ["<p>"]), ("</p x=1>", ["</p>"]), ("<p\n>", ["<p>"]),
            // What looks like a tag but is not one.
            ("1 < 2", ["\"1 < 2\""]), ("<", ["\"<\""]), ("a<", ["\"a<\""]), ("<3 you", ["\"<3 you\""]),
            ("<<p>", ["\"<\"", "<p>"]), ("</", ["\"</\""]), ("<>", ["\"<>\""]), ("a</>b", ["\"a\"", "\"b\""]),
            ("a</3>b", ["\"a\"", "\"b\""]), ("a<?xml version='1'?>b", ["\"a\"", "\"b\""]),
            // A page that is cut off.
            ("a<p", ["\"a\""]), ("a<p x", ["\"a\""]), ("a<p x='", ["\"a\""]), ("a<p x=\"b>c", ["\"a\""]),
            ("a<!", ["\"a\""]), ("a<!-- b", ["\"a\""]), ("a<!-- b --", ["\"a\""]), ("<script>a", ["<script>", "'a'"]),
            ("</p", []), ("a<script", ["\"a\""]), ("<script></scr", ["<script>", "'</scr'"]),
            // Comments.
            ("a<!-- <p> -->b", ["\"a\"", "\"b\""]), ("<!-->a", ["\"a\""]), ("<!--->a", ["\"a\""]),
            ("<!----->a", ["\"a\""]), ("<!-- a --!>b", ["\"b\""]), ("<!-- -- > -->a", ["\"a\""]),
            ("<!-- a -- b -->c", ["\"c\""]), ("<!doctype html><p>", ["<p>"]), ("<!a>b", ["\"b\""]),
            ("<![CDATA[<p>]]>a", ["\"]]>a\""]),
            // Literal text.
            ("<script>'<p>' && 1</script><p>", ["<script>", "''<p>' && 1'", "</script>", "<p>"]),
            ("<SCRIPT>a</script >b", ["<script>", "'a'", "</script>", "\"b\""]),
            ("<script></script>", ["<script>", "</script>"]),
            ("<script src=x/>a</script>", ["<script>", "'a'", "</script>"]),
            ("<script>a</scripts></script>", ["<script>", "'a</scripts>'", "</script>"]),
            ("<style>p > a { content: '<p>' }</style>", ["<style>", "'p > a { content: '<p>' }'", "</style>"]),
            ("<textarea><p>&amp;</textarea>", ["<textarea>", "\"<p>&\"", "</textarea>"]),
            ("<title>a <b> &lt; c</title>", ["<title>", "\"a <b> < c\"", "</title>"]),
            ("<iframe><p></iframe>", ["<iframe>", "'<p>'", "</iframe>"]),
            ("<script>&amp;</script>", ["<script>", "'&amp;'", "</script>"]),
            (
                "<script><!-- <script> </script> --></script><p>",
                ["<script>", "'<!-- <script> </script> -->'", "</script>", "<p>"]
            ),
            ("<script><!-- a </script><p>", ["<script>", "'<!-- a '", "</script>", "<p>"]),
            ("<script><script></script><p>", ["<script>", "'<script>'", "</script>", "<p>"]),
            (
                "<script><!-- <script> --></script><p>",
                ["<script>", "'<!-- <script> -->'", "</script>", "<p>"]
            ),
            // Foreign elements.
            ("<svg><title/><path></svg><p>", ["<svg>", "<title>", "<path>", "</svg>", "<p>"]),
            ("<svg><style/></svg><p>", ["<svg>", "<style>", "</svg>", "<p>"]),
            ("<svg><![CDATA[<p>]]></svg><p>", ["<svg>", "</svg>", "<p>"]),
            ("<svg/><script><p></script>", ["<svg>", "<script>", "'<p>'", "</script>"]),
        ] as [(String, [String])])
    func pagesAreSplitIntoTagsAndText(_ page: String, _ expected: [String]) {
        #expect(tokens(page) == expected)
    }

    @Test(
        arguments: [
            ("<img src=a>", "a"), ("<img src='a b'>", "a b"), ("<img src=\"a>b\">", "a>b"), ("<IMG SRC=a>", "a"),
            ("<img src = a alt=b>", "a"), ("<img\nsrc\t=\r\n'a'>", "a"), ("<img alt='x'src=\"a\">", "a"),
            ("<img/src=a>", "a"), ("<img src=a/>", "a/"), ("<img src=a />", "a"), ("<img src='a'/>", "a"),
            ("<img src=a src=b>", "a"), ("<img SRC=a src=b>", "a"), ("<img src>", ""), ("<img src=>", ""),
            ("<img src= >", ""), ("<img src='' alt=b>", ""), ("<img alt=b>", nil), ("<img data-src=b>", nil),
            ("<img alt=\"src='b'\" src=a>", "a"), ("<img alt=it's src=a>", "a"), ("<img =src=b src=a>", "a"),
            ("<img alt=\"a\"\"b\" src=c>", "c"), ("<img src=a?b=1&amp;c=2>", "a?b=1&c=2"),
            ("<img src='a?b=1&copy=2'>", "a?b=1&copy=2"), ("<img src='a?b=1&copy;=2'>", "a?b=1©=2"),
            ("<img src=&#x3042;&#12356;>", "あい"), ("<img src='猫'>", "猫"),
            ("<img src=\"a\nb\">", "a\nb"), ("<img srcset=b src=a>", "a"), ("<img s src=a>", "a"),
        ] as [(String, String?)])
    func attributeValuesAreRead(_ page: String, _ expected: String?) throws {
        guard case .startTag(let tag)? = HTMLTokenizer(Array(page.utf8)).first(where: { _ in true }) else {
            Issue.record("no tag")
            return
        }
        #expect(tag["src"] == expected)
    }

    @Test(
        arguments: [
            ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("&nbsp;", "\u{A0}"), ("&copy;&hearts;&rarr;", "©♥→"),
            ("&AMP;&COPY", "&©"), ("&amp", "&"), ("&ampx", "&x"), ("&notit;", "¬it;"), ("&notin;", "∉"),
            ("&CounterClockwiseContourIntegral;", "∳"), ("&NotEqualTilde;", "≂\u{338}"),
            ("&nosuch;", "&nosuch;"), ("&;", "&;"), ("&", "&"), ("& amp;", "& amp;"), ("AT&T", "AT&T"),
            ("&Amp;", "&Amp;"), ("&#39;&#x27;&#X27;", "'''"), ("&#39", "'"), ("&#x27a", "\u{27A}"),
            ("&#;&#x;", "&#;&#x;"),
            ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#128;&#x99;", "€™"), ("&#x1F600;", "😀"), ("&amp;lt;", "&lt;"),
        ])
    func characterReferencesAreDecoded(_ text: String, _ expected: String) {
        #expect(tokens(text) == ["\"\(expected)\""])
    }

    @Test func bytesThatAreNotUTF8AreReplaced() {
        let page: [UInt8] = Array("<p>a".utf8) + [0xFF, 0xE3, 0x81] + Array("</p>".utf8)
        var texts: [String] = []
        for case .text(let text) in HTMLTokenizer(page) { texts.append(text.decoded) }
        #expect(texts == ["a\u{FFFD}\u{FFFD}"])
    }

    /// No page makes it trap or hang.
    @Test func anyBytesAreReadToTheEnd() {
        let alphabet = Array("<>/!-='\" ap&#;x]ST[".utf8) + Array("script".utf8)
        var state: UInt64 = 1
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<20_000 {
            let page = (0..<random(60)).map { _ in alphabet[random(alphabet.count)] }
            var count = 0
            for token in HTMLTokenizer(page) {
                count += 1
                if case .startTag(let tag) = token { _ = tag["a"] }
            }
            #expect(count <= page.count)
        }
    }
}
