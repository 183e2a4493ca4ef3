import Engine
import Platform

/// Messages for the person who runs the engine, on descriptor 2, one per line.
///
/// A log that nobody reads must not stop the engine: a line for which there is no room is left out, and a later one
/// says how many were. A line that is repeated is written once, followed by the number of repetitions.
struct Log {
    /// How many bytes may wait for the reader.
    static let mostWaitingBytes = 1 << 16

    /// The maximum length of a message, in bytes. The rest of a longer one is left out.
    static let longestText = 1 << 14

    private let level: LogLevel?
    private var outlet: Outlet
    private var leftOut = 0
    private var last: (level: LogLevel, text: String)?
    private var repetitions = 0

    /// Creates a log of what is at least as important as `level`; nil for no log.
    init(level: LogLevel?, to descriptor: Descriptor = .standardError) {
        self.level = level
        outlet = Outlet(descriptor)
    }

    /// The descriptor to watch for room to write.
    var descriptor: Descriptor { outlet.descriptor }

    /// Whether everything has been written.
    var isEmpty: Bool { outlet.isEmpty }

    /// Logs a message.
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

    /// Writes how often the last line was repeated.
    private mutating func countRepetitions() {
        guard let last, repetitions > 0 else { return }
        put("seekline: \(last.level): the line above was repeated (\(repetitions) ×)\n")
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
        let line = "seekline: warning: \(leftOut) lines were left out here\n"
        leftOut = 0
        put(line)
        outlet.flush()
    }

    private mutating func put(_ line: String) {
        // Once a line is left out, so are the next ones until that can be reported: lines are missing in one place.
        if leftOut > 0 || outlet.count + line.utf8.count > Self.mostWaitingBytes {
            leftOut += 1
        } else {
            outlet.append { $0 += line.utf8 }
        }
    }
}
