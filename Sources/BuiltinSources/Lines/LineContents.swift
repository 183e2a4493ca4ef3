import Bytes
import Matching
import SearchSource

/// The lines of some files, in the order in which they were read. A copy is a snapshot, and costs next to nothing.
struct LineContents: Sendable {
    /// What is searched, and shown: the lines, or the titles of records.
    private(set) var titles = MatchList()

    /// What else is known about each line.
    private(set) var table = LineTable()

    /// The records as they are in the files; nothing if all files are text.
    private var records = RecordBytes()

    /// The files, by their numbers.
    private let files: [File]
    /// How their lines are read.
    let scheme: LineScheme

    /// The columns of each file that is a table, once they are known.
    var columns: [[String]?]

    /// Which lines are from which file.
    private var runs: [Run] = []

    private struct File {
        let path: String
        let format: LineFormat
    }

    /// Consecutive lines of one file.
    private struct Run {
        /// The index of the first one.
        let first: Int
        let file: Int
    }

    static let mostLines = 10_000_000
    /// How many bytes of a line are kept: as many as a title can have on the wire.
    static let longestLine = (1 << 16) - 8

    /// Creates contents without lines, for these files.
    init(paths: [String], _ scheme: LineScheme) {
        files = paths.map { File(path: $0, format: scheme.format.of(path: $0)) }
        columns = Array(repeating: nil, count: paths.count)
        self.scheme = scheme
        hasRecords = files.contains { $0.format.hasRecords }
    }

    private let hasRecords: Bool

    /// How many lines there are.
    var count: Int { titles.count }

    /// Adds a line of the file with this number, unless it is blank.
    mutating func append(_ line: LineSplitter.Line, of file: Int) throws(SourceError) {
        guard !line.bytes.allSatisfy({ $0 <= 0x20 }) else { return }
        try begin(file)
        if line.isCut {
            titles.append(String(decoding: line.bytes, as: UTF8.self) + "…")
        } else {
            titles.append(utf8: line.bytes)
        }
        if hasRecords { records.append(UnsafeBufferPointer(rebasing: line.bytes.prefix(0))) }
        table.append(hash: titles.withUTF8(count - 1, Self.hash) ?? 0, number: line.number)
    }

    /// Adds a record that begins in the line with this number. It is identified by `key`, or by its title if that is
    /// nil.
    mutating func append(
        _ title: String, key: String?, _ record: UnsafeBufferPointer<UInt8>, number: Int, of file: Int
    ) throws(SourceError) {
        try begin(file)
        titles.append(title)
        records.append(record)
        var key = key ?? title
        table.append(hash: key.withUTF8(Self.hash), number: number)
    }

    private mutating func begin(_ file: Int) throws(SourceError) {
        guard count < Self.mostLines else {
            throw SourceError(.source, "\(files[file].path): more than \(Self.mostLines) lines, all files together")
        }
        if runs.last?.file != file { runs.append(Run(first: count, file: file)) }
    }

    /// Hashes text with the process's own seed, so that nobody outside can cause collisions.
    static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Returns the location of a line.
    func location(_ index: Int) -> Location {
        Location(path: files[runs[run(of: index)].file].path, line: table.number(index))
    }

    /// Returns a line as a record; nil if it is text.
    func record(_ index: Int) -> LineRecord? {
        guard hasRecords else { return nil }
        let file = runs[run(of: index)].file
        guard files[file].format.hasRecords else { return nil }
        return records.with(index) { LineRecord($0, files[file].format, columns: columns[file] ?? []) }
    }

    /// Returns this line and those around it in its file, in order, up to a distance in line numbers.
    func neighbours(of index: Int, within distance: Int) -> [Int] {
        let (file, number) = (runs[run(of: index)].file, table.number(index))
        // A file has several runs if others have grown between its lines.
        return runs.indices.lazy.filter { runs[$0].file == file }.flatMap { run in
            let lines = runs[run].first..<(run + 1 < runs.count ? runs[run + 1].first : count)
            let first = lines.end { table.number($0) < number - distance }
            return first..<lines.end { table.number($0) <= number + distance }
        }
    }

    private func run(of index: Int) -> Int {
        runs.end { $0.first <= index } - 1
    }
}
