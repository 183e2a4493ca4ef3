import Platform
import SearchSource

/// Reads files, from their beginning or from where an earlier reading ended, in steps of a few milliseconds, so that
/// nobody has to wait for all of it.
///
///     next file ──opened──→ piece ──→ piece … ──as long as it was seen to be──→ next file … ──→ finished
///         └──unlike what was seen──→ overtaken      └──shorter than that──→ overtaken
///
/// What is written meanwhile is left out; the next survey finds it. So a file may have become longer, like a log that
/// is read after large files: only as much of it is read as the survey saw.
struct FileReading: Sendable {
    /// The survey of the files that was made before they were read.
    let survey: FileSurvey

    /// The files, as far as they have been read.
    private var files: [ReadFile]

    /// The lines that have ended.
    private var contents: LineContents

    /// The index of the file that is being read, and the file itself once it is open.
    private var current = 0
    private var open: OpenFile?

    /// The state of one file.
    fileprivate struct ReadFile: Sendable {
        var lines: LineSplitter
        var reader: LineReader
        /// How many bytes have been read.
        var size = 0
        /// A checksum of its beginning, and the last bytes that were read: if both are unchanged, it has only grown.
        var sum = Checksum()
        var last: [UInt8] = []
        /// Whether its last line was taken although no line feed ended it.
        var isClosed = false
        /// Whether it was opened to check that it is as empty as its size says.
        var isKnownToBeEmpty = false
    }

    /// The result of a step.
    enum Step {
        /// There is more to read.
        case unfinished
        /// Everything has been read.
        case finished
        /// The files are no longer as the survey saw them.
        case overtaken
        /// One of them has not only grown: all must be read again from the beginning.
        case rewritten
    }

    /// How many bytes a step reads at most.
    static let pieceSize = 1 << 20
    /// How many bytes of a file must have been read to know whether it has a byte order mark.
    private static let leastKept = 3

    /// Creates a reading of all files in `survey`.
    init(_ survey: FileSurvey, _ scheme: LineScheme) {
        self.survey = survey
        files = survey.entries.enumerated().map { number, entry in
            let format = scheme.format.of(path: entry.path)
            return ReadFile(
                lines: LineSplitter(path: entry.path, longest: format.longestLine),
                reader: LineReader(path: entry.path, format: format, members: scheme.members, file: number))
        }
        contents = LineContents(paths: survey.entries.map(\.path), scheme)
    }

    /// Creates a reading of what was added since `earlier` finished; nil if, as far as can be seen, files have not only
    /// grown.
    init?(_ survey: FileSurvey, behind earlier: FileReading) {
        guard survey.entries.count == earlier.survey.entries.count else { return nil }
        for (index, (new, old)) in zip(survey.entries, earlier.survey.entries).enumerated() where new != old {
            let file = earlier.files[index]
            guard let status = new.status, new.path.hasSameBytes(as: old.path),
                status.identity == old.status?.identity, status.size > file.size, file.size >= Self.leastKept,
                !file.isClosed
            else { return nil }
        }
        self.survey = survey
        files = earlier.files
        contents = earlier.contents
    }

    /// Returns the lines once everything has been read, including a last one that no line feed ends.
    func result() throws(SourceError) -> LineContents {
        var contents = contents
        if var last = files.last { try last.finish(into: &contents) }
        return contents
    }

    mutating func step() throws(SourceError) -> Step {
        while current < files.count, files[current].size == survey.entries[current].status?.size {
            if files[current].size == 0, !files[current].isKnownToBeEmpty {
                try checkIsEmpty(survey.entries[current])
                files[current].isKnownToBeEmpty = true
                return .unfinished
            }
            try close()
        }
        guard current < files.count else { return .finished }
        let path = survey.entries[current].path
        do throws(SystemError) {
            if open == nil {
                let opened = try OpenFile(path)
                guard let seen = survey.entries[current].status, try opened.status().isAtLeast(seen) else {
                    return .overtaken
                }
                guard try hasOnlyGrown(opened) else { return .rewritten }
                open = opened
            }
        } catch {
            throw .unusable(path, "\(error)")
        }
        return try readPiece()
    }

    /// Finishes the current file and moves on to the next.
    private mutating func close() throws(SourceError) {
        let file = current
        if file < files.count - 1, !files[file].isClosed { try files[file].finish(into: &contents) }
        open = nil
        current += 1
    }

    private mutating func readPiece() throws(SourceError) -> Step {
        let entry = survey.entries[current]
        guard let open, let end = entry.status?.size else { return .overtaken }
        let count = min(Self.pieceSize, end - files[current].size)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        let read: Int
        do throws(SystemError) {
            read = try open.read(into: buffer, from: files[current].size)
        } catch {
            throw .unusable(entry.path, "\(error)")
        }
        guard read == count else {
            if (try? open.status())?.size == entry.size { throw .unlikeItsSize(entry, has: "fewer") }
            return .overtaken
        }
        let piece = UnsafeBufferPointer(buffer.bindMemory(to: UInt8.self))
        try files[current].take(piece, into: &contents)
        return .unfinished
    }

    /// Throws if a file of size 0 has contents all the same. One that has grown since is left to the next survey.
    private func checkIsEmpty(_ entry: FileSurvey.Entry) throws(SourceError) {
        var byte: UInt8 = 0
        let isUnlike = withUnsafeMutableBytes(of: &byte) { byte in
            guard let opened = try? OpenFile(entry.path), let read = try? opened.read(into: byte, from: 0) else {
                return false
            }
            return read > 0 && (try? opened.status())?.size == entry.size
        }
        if isUnlike { throw .unlikeItsSize(entry, has: "more") }
    }

    /// Whether what was read of the current file is still the same.
    private func hasOnlyGrown(_ opened: OpenFile) throws(SystemError) -> Bool {
        let file = files[current]
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceSize, alignment: 1)
        defer { buffer.deallocate() }
        var sum = Checksum()
        while sum.count < file.sum.count {
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(file.sum.count - sum.count))
            guard try opened.read(into: piece, from: sum.count) == piece.count else { return false }
            sum.add(UnsafeRawBufferPointer(piece))
        }
        let end = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(file.last.count))
        guard sum == file.sum, try opened.read(into: end, from: file.size - end.count) == end.count else {
            return false
        }
        return end.elementsEqual(file.last)
    }
}

extension SourceError {
    /// The error that a file's length differs from its reported size, as in /proc and /sys.
    fileprivate static func unlikeItsSize(_ entry: FileSurvey.Entry, has amount: String) -> SourceError {
        let size = entry.size == 1 ? "1 byte" : "\(entry.size) bytes"
        let advice = "have a program print it (`type` is `command`)"
        return .unusable(entry.path, "its size is given as \(size), but it has \(amount): \(advice)")
    }
}

extension FileStatus {
    /// Whether this is the file that was seen, unchanged or grown.
    fileprivate func isAtLeast(_ seen: FileStatus) -> Bool {
        self == seen || identity == seen.identity && kind == seen.kind && size > seen.size
    }
}

/// A checksum of the beginning of a file. What a person edits is seldom larger; larger files mostly grow at their end,
/// as logs do, and are not read again.
private struct Checksum: Equatable, Sendable {
    /// How many bytes are counted at most, so that the checksum takes a few milliseconds.
    private static let most = 4 << 20

    /// How many bytes have been added.
    private(set) var count = 0
    /// FNV-1a of 64 bits.
    private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let counted = bytes.prefix(Self.most - count)
        for byte in counted { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        count += counted.count
    }
}

extension FileReading.ReadFile {
    /// How many bytes at the end are compared to tell whether a file has only grown.
    private static let mostCompared = 1024

    /// Takes the next piece of the file.
    fileprivate mutating func take(
        _ piece: UnsafeBufferPointer<UInt8>, into contents: inout LineContents
    ) throws(SourceError) {
        size += piece.count
        sum.add(UnsafeRawBufferPointer(piece))
        last = (last + piece.suffix(Self.mostCompared)).suffix(Self.mostCompared)
        try lines.take(piece) { (line) throws(SourceError) in try reader.take(line, into: &contents) }
    }

    /// Takes the last line, if only the end of the file ends it.
    fileprivate mutating func finish(into contents: inout LineContents) throws(SourceError) {
        isClosed = lines.hasRest
        try lines.finish { (line) throws(SourceError) in try reader.take(last: line, into: &contents) }
        try reader.finish()
    }
}
