import BuiltinSources
import Engine
import Glibc
import HTML
import HTTP
import JSON
import SearchSource
import Signals

// What the parts cost, without a process around them: one line each, a name, a tab, microseconds (medians).
// `Tests/bench` runs it beside the same work in other languages. With the names of files as arguments, it reads those
// instead: as HTML, or as JSON, which it writes too.

/// Keeps the optimizer from leaving out what nobody looks at.
@inline(never) func use<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}

func report(_ name: String, _ body: () -> Void) {
    print("\(name)\t\(Measure.microseconds(body))")
}

func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    close(descriptor)
    return bytes
}

/// An engine on `unicode`, whose work nobody does.
final class Bench {
    let engine: SearchEngine
    var now = Instant(milliseconds: 0)

    init() throws {
        let sources = try SourceType.all.map { try $0.make($0.name, Settings()) }
        engine = SearchEngine(
            SearchEngine.Configuration(sources: sources, defaultSource: "unicode", version: "bench"), now: now)
    }

    /// Handles a message and renders what comes of it.
    func handle(_ message: [UInt8]) {
        use(engine.handle(.messageArrived(message), at: now))
        while let message = engine.nextMessage(at: now) { use(message) }
        use(engine.takeEffects())
    }
}

/// What MediaWiki answers to a search.
func mediaWikiPage(hits: Int) -> JSONValue {
    let found = (1...hits).map { number -> JSONValue in
        [
            "ns": 0, "title": .string("Title \(number) 競走"), "pageid": .number(JSONNumber(number)), "size": 787,
            "wordcount": 21, "timestamp": "2023-05-06T05:50:00Z",
            "snippet": "a piece with <span class='searchmatch'>matches</span> and ゲーム in it, &quot;some&quot; text\n",
        ]
    }
    return ["query": ["searchinfo": ["totalhits": 59], "search": .array(found)]]
}

/// How many images with a source and a text a page has.
func images(in page: [UInt8]) -> Int {
    var count = 0
    for case .startTag(let tag) in HTMLTokenizer(page) where tag.isNamed("img") {
        if tag["src"] != nil, tag["alt"] != nil { count += 1 }
    }
    return count
}

let files = CommandLine.arguments.dropFirst()
for path in files {
    let bytes = read(path)
    if path.hasSuffix(".html") {
        report("images \(images(in: bytes)) in \(path)") { use(images(in: bytes)) }
        continue
    }
    let value = try JSONParser.parse(bytes)
    report("decode \(path)") { use(try? JSONParser.parse(bytes)) }
    report("encode \(path)") { use(JSONWriter.bytes(of: value)) }
}
guard files.isEmpty else { exit(0) }

let bench = try Bench()
let request = Array(#"{"jsonrpc":"2.0","id":12,"method":"refresh","params":{"session":"default"}}"#.utf8)
report("a request: read, done, answered") { bench.handle(request) }

let sessions = 10_000
for number in 0..<sessions {
    bench.handle(Array(#"{"jsonrpc":"2.0","method":"openSession","params":{"session":"s\#(number)"}}"#.utf8))
}
let keystrokes = (0..<sessions).map { number in
    Array(#"{"jsonrpc":"2.0","method":"setQuery","params":{"query":"swift","session":"s\#(number)"}}"#.utf8)
}
var next = 0
report("a keystroke in one of 10,000 sessions: read, debounced, told") {
    // Each session types every 20 ms: no debounce is ever over.
    bench.now = Instant(nanoseconds: bench.now.nanoseconds + 2_000)
    bench.handle(keystrokes[next])
    next = (next + 1) % sessions
}

let answer = HTTPResponse(status: 200, body: JSONWriter.bytes(of: mediaWikiPage(hits: 20)))
let wikipedia = try SourceType.all[1].make("wikipedia", Settings())
guard case .http(_, let readAnswer) = wikipedia.page(PageRequest(query: "game")) else { exit(1) }
report("an answer of MediaWiki's, read as a page of 20 items") { use(readAnswer(answer)) }

for query in ["arrow", "a", "latin small letter", "zzzz"] {
    let source = try SourceType.all[0].make("unicode", Settings())
    guard case .local(let compute) = source.page(PageRequest(query: query)) else { exit(1) }
    report("a search of 155,000 names for `\(query)`") { use(compute { false }) }
}
