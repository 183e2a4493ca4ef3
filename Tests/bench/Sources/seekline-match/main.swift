import Glibc
import Matching

// The matcher by itself: `seekline-match FILE` reads a list with one string per line, prints how long that took and how
// much memory the list uses, and then answers each line of standard input, `MODE SYNTAX COUNT QUERY`, with
//
//     NANOSECONDS PROCESSOR TOTAL INDEX,INDEX,…
//
// where the first two are the wall-clock and processor time in nanoseconds for the search, the first page and the marks
// in it. A `+` before MODE narrows the last result. `Tests/bench/matching` asks it in turns with fzf and ripgrep.

guard CommandLine.arguments.count == 2, let file = fopen(CommandLine.arguments[1], "r") else {
    print("usage: seekline-match FILE")
    exit(64)
}

/// Returns the clock's time in nanoseconds.
func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Calls `body` with each line of the file.
func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var (line, capacity) = (nil as UnsafeMutablePointer<CChar>?, 0)
    defer { free(line) }
    while case let count = getline(&line, &capacity, file), count > 0, let start = line {
        let ended = start[count - 1] == 0x0A ? count - 1 : count
        start.withMemoryRebound(to: UInt8.self, capacity: count) {
            body(UnsafeBufferPointer(start: $0, count: ended))
        }
    }
}

var list = MatchList()
let began = now()
forEachLine { list.append(utf8: $0) }
print(now() - began, list.count, list.size)
fflush(nil)

var last: MatchRanking?
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    let narrows = words[0].hasPrefix("+")
    guard words.count == 4, let mode = MatchQuery.Mode(rawValue: String(words[0].drop { $0 == "+" })),
        let syntax = MatchQuery.Syntax(rawValue: String(words[1])), let count = Int(words[2])
    else { break }
    let (began, worked) = (now(), now(CLOCK_PROCESS_CPUTIME_ID))
    let query = MatchQuery(String(words[3]), mode: mode, syntax: syntax)
    let search = MatchSearch(for: query, in: list, narrowing: narrows ? last : nil)
    guard var ranking = search.ranking(isCancelled: { false }) else { break }
    let page = ranking.page(from: 0, count: count)
    var marks = 0
    for match in page.prefix(20) { marks += list.marks(of: query, in: match.index).count }
    let times = (now() - began, now(CLOCK_PROCESS_CPUTIME_ID) - worked)
    print(times.0, times.1, ranking.total, page.map { "\($0.index)" }.joined(separator: ","))
    fflush(nil)
    last = ranking
}
