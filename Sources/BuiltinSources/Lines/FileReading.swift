import Platform
import SearchSource

/// The reading of some files, from their beginning or from where an earlier reading ended: in steps of a few milliseconds, so
/// that nobody has to wait for the whole of it.
///
///     next file ──opened──→ piece ──→ piece … ──as long as it was seen to be──→ next file … ──→ finished
///         └──unlike what was seen──→ overtaken      └──shorter than that──→ overtaken
///
/// Left out: what is written meanwhile. Whoever looks the next time sees it. So a file may be longer by now, as a log is
/// that stands behind large files: as much of it is read as was seen.
struct FileReading: Sendable {
    /// What was seen of the files before they were read.
    let survey: FileSurvey

    /// The files, as far as they have been read.
    private var files: [ReadFile]

    /// The lines that something has ended.
    private var contents: LineContents

    /// Which file is read now, and the file itself once it is open.
    private var current = 0
    private var open: OpenFile?

    /// What is kept of one file.
    fileprivate struct ReadFile: Sendable {
        var lines: LineSplitter
        var reader: LineReader
        /// How many bytes have been read.
        var size = 0
        /// What its beginning adds up to, and the last bytes that were read: if they still stand there, it has only grown.
        var sum = Checksum()
        var last: [UInt8] = []
        /// Whether its last line was taken though nothing has ended it.
        var isClosed = false
        /// Whether it was opened to see that it has nothing, as it says.
        var isKnownToBeEmpty = false
    }

    /// What a step has come to.
    enum Step {
        /// There is more to read.
        case unfinished
        /// Everything has been read.
        case finished
        /// The files are not what they were seen to be.
        case overtaken
        /// One of them has not only grown: all must be read anew.
        case rewritten
    }

    /// How many bytes a step reads.
    static let pieceSize = 1 << 20
    /// From how many bytes on the beginning of a file says whether there is a byte order mark.
    private static let leastKept = 3

    /// A reading of all that was seen.
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

    /// A reading of what has come since `earlier` was finished; nil if files have not only grown, as far as
    /// that can be seen.
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

    /// The lines, once all is read: the last one with them, if nothing ends it.
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

    /// Ends with the current file, and goes on to the next one.
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

    /// Sees that a file of which there was nothing to read has nothing. One that has got its beginning since is looked at again.
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

    /// Whether what was read of the current file stands there still.
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
    /// That a file has another length than it says, as those of /proc and /sys have.
    fileprivate static func unlikeItsSize(_ entry: FileSurvey.Entry, has amount: String) -> SourceError {
        let size = entry.size == 1 ? "1 byte" : "\(entry.size) bytes"
        let advice = "have a program print it (`type` is `command`)"
        return .unusable(entry.path, "it says that it has \(size), and has \(amount): \(advice)")
    }
}

extension FileStatus {
    /// Whether it is the file that was seen, unless something has been added to that.
    fileprivate func isAtLeast(_ seen: FileStatus) -> Bool {
        self == seen || identity == seen.identity && kind == seen.kind && size > seen.size
    }
}

/// What the beginning of a file adds up to. What a person edits is seldom larger; what is, grows at its end, as logs do, and
/// is not read again.
private struct Checksum: Equatable, Sendable {
    /// How many bytes count at most, so that adding them up takes a few milliseconds.
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

    /// Takes the end of the file for that of its last line.
    fileprivate mutating func finish(into contents: inout LineContents) throws(SourceError) {
        isClosed = lines.hasRest
        try lines.finish { (line) throws(SourceError) in try reader.take(last: line, into: &contents) }
        try reader.finish()
    }
}
