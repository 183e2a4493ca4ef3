import Glibc

// Runs one part of seekline repeatedly: `seekline-bench PART FILE`. Each line of standard input says how often, and is
// answered with the time that took in nanoseconds. `Tests/bench/run` asks it in turns with its peers in other
// languages, which work the same way.

let arguments = CommandLine.arguments
guard arguments.count == 3, let part = try Part.named(arguments[1], of: arguments[2]) else {
    print("usage: seekline-bench (\(Part.names.joined(separator: " | "))) (FILE | QUERY)")
    exit(64)
}
while let line = readLine() {
    let count = Int(line) ?? 1
    let began = now()
    for _ in 0..<count { part() }
    print(now() - began)
    fflush(nil)
}

/// Returns the monotonic clock's time in nanoseconds.
func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
