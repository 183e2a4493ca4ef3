import Engine
import Platform

/// What is told to the person who runs the engine, on descriptor 2, one line each.
///
/// A log that nobody reads must not stop the engine: a line for which there is no room is left out, and the next one
/// says how many were. A line that comes again and again stands there once, and how often it came.
struct Log {
    /// How many bytes may wait for the reader.
    static let mostWaitingBytes = 1 << 16

    /// How long a text may be, in bytes. Of a longer one the rest is left out.
    static let longestText = 1 << 14

    private let level: LogLevel?
    private var outlet: Outlet
    private var leftOut = 0
    private var last: (level: LogLevel, text: String)?
    private var repetitions = 0

    /// A log of what matters at least as much as `level`; nil for no log.
    init(level: LogLevel?, to descriptor: Descriptor = .standardError) {
        self.level = level
        outlet = Outlet(descriptor)
    }

    /// What is to be watched, to hear when there is room.
    var descriptor: Descriptor { outlet.descriptor }

    /// Whether everything has been written.
    var isEmpty: Bool { outlet.isEmpty }

    /// Tells something.
    mutating func write(_ level: LogLevel, _ text: @autoclosure () -> String) {
        guard let least = self.level, level <= least else { return }
        let text = text().printable(atMost: Self.longestText)
        if let last, last.level == level, last.text.utf8.elementsEqual(text.utf8) {
            repetitions += 1
            return
        }
        countRepetitions()
        last = (level, text)
        put("seekline: \(level): \(text)\n")
        flush()
    }

    /// Says how often the last line has come again.
    private mutating func countRepetitions() {
        guard let last, repetitions > 0 else { return }
        put("seekline: \(last.level): the line before came again (\(repetitions) ×)\n")
        repetitions = 0
    }

    /// Writes as much as there is room for, before the process ends.
    mutating func finish() {
        countRepetitions()
        outlet.flush()
    }

    /// Writes as much as there is room for.
    mutating func flush() {
        outlet.flush()
        guard leftOut > 0, outlet.isEmpty else { return }
        let line = "seekline: warning: \(leftOut) lines are left out here\n"
        leftOut = 0
        put(line)
        outlet.flush()
    }

    private mutating func put(_ line: String) {
        // After one that is left out, the others wait until it can be said: what is left out is left out in one place.
        if leftOut > 0 || outlet.count + line.utf8.count > Self.mostWaitingBytes {
            leftOut += 1
        } else {
            outlet.append { $0 += line.utf8 }
        }
    }
}
