import Bytes
import SearchSource

/// Splits a file's text into lines as it comes in pieces.
///
/// LF ends a line, and a CR before it is dropped with it. A byte order mark before the first line is not part of it.
/// What follows the last LF is a line once nothing more comes.
struct LineSplitter: Sendable {
    struct Line {
        /// Its number, from 1.
        let number: Int
        /// As much of it as is kept.
        let bytes: UnsafeBufferPointer<UInt8>
        /// Whether there is more of it.
        let isCut: Bool
    }

    /// The file's path, for error messages.
    let path: String

    /// How many bytes of a line are kept.
    private let longest: Int

    /// Whether any of the text has come.
    private var hasBegun = false

    /// The number of the line that is being read, from 1.
    private var number = 1

    /// The beginning of that line, as far as it is kept.
    private var beginning: [UInt8] = []

    /// Whether there is more of it than is kept.
    private var isCut = false

    /// Creates a splitter that keeps `longest` bytes of each line.
    init(path: String, longest: Int) {
        self.path = path
        self.longest = longest
    }

    /// Whether there is a line that has not ended yet.
    var hasRest: Bool { !beginning.isEmpty }

    /// Takes the next piece and calls `body` with each line that ends in it. The first piece must hold at least three
    /// bytes, if the text does.
    mutating func take(
        _ piece: UnsafeBufferPointer<UInt8>, _ body: (Line) throws(SourceError) -> Void
    ) throws(SourceError) {
        var place = hasBegun ? 0 : try Self.mark(of: piece, path)
        hasBegun = hasBegun || !piece.isEmpty
        while place < piece.count {
            let end = ByteScan.run(in: piece, from: place) { ByteScan.equal($0, 0x0A) | ByteScan.equal($0, 0) }.end
            if end < piece.count, piece[end] == 0 {
                throw .unreadable(
                    path, line: number, "a NUL byte, which no text has; UTF-16 must be converted to UTF-8 first")
            }
            let bytes = UnsafeBufferPointer(rebasing: piece[place..<end])
            if end == piece.count {
                keep(bytes)
                return
            }
            if beginning.isEmpty {
                try body(line(bytes))
            } else {
                keep(bytes)
                try finish(body)
                beginning.removeAll(keepingCapacity: true)
                isCut = false
            }
            number += 1
            place = end + 1
        }
    }

    /// Calls `body` with the last line, if no line feed ended it.
    func finish(_ body: (Line) throws(SourceError) -> Void) throws(SourceError) {
        guard hasRest else { return }
        try beginning.withUnsafeBufferPointer { (bytes) throws(SourceError) in try body(line(bytes)) }
    }

    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
        // One more, because the last one may be the CR of the line's end.
        let room = longest + 1 - beginning.count
        beginning.append(contentsOf: bytes.prefix(room))
        isCut = isCut || bytes.count > room
    }

    private func line(_ bytes: UnsafeBufferPointer<UInt8>) -> Line {
        let whole = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
        let isCut = isCut || whole.count > longest
        let kept = isCut ? bytes.prefix(longest).wholeCharacters : whole
        return Line(number: number, bytes: UnsafeBufferPointer(rebasing: kept), isCut: isCut)
    }

    /// Returns the size of the byte order mark that a text begins with, in bytes; 0 if there is none.
    private static func mark(of piece: UnsafeBufferPointer<UInt8>, _ path: String) throws(SourceError) -> Int {
        if piece.starts(with: [0xFF, 0xFE]) || piece.starts(with: [0xFE, 0xFF]) {
            let remedy = "convert it to UTF-8 first (`iconv -t UTF-8`)"
            throw .unreadable(path, "UTF-16, as its byte order mark says; \(remedy)")
        }
        return piece.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}

extension SourceError {
    /// The error that a file is not what it should be, and where.
    static func unreadable(_ path: String, line: Int? = nil, _ found: String) -> SourceError {
        SourceError(.decode, "\(path)\(line.map { ", line \($0)" } ?? ""): \(found)")
    }
}
