import Engine
import Platform

/// What is told to the person who runs the engine, on descriptor 2, one line each.
///
/// A log that nobody reads must not stop the engine: a line for which there is no room is left out, and the next one
/// says how many were.
struct Log {
    private let level: LogLevel?
    private let writer = Writer(.standardError)
    private var leftOut = 0

    /// A log of what matters at least as much as `level`; nil for no log.
    init(level: LogLevel?) {
        self.level = level
    }

    /// Tells something.
    mutating func write(_ level: LogLevel, _ text: String) {
        guard let least = self.level, level <= least else { return }
        if leftOut > 0, put("seekline: warning: \(leftOut) lines are left out here\n") { leftOut = 0 }
        if leftOut > 0 || !put("seekline: \(level): \(Self.printable(text))\n") { leftOut += 1 }
    }

    private func put(_ line: String) -> Bool {
        Array(line.utf8.prefix(Self.longestLine)).withUnsafeBytes {
            if case .taken = writer.write($0) { true } else { false }
        }
    }

    /// A line is written whole or not at all; a pipe does that up to this length.
    private static let longestLine = 4096

    /// `text` without control characters: what comes from outside must not steer a terminal.
    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
