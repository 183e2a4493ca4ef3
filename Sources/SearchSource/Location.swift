/// A position in a file, which an editor can jump to. (A class: it is rare, and whatever may hold one stays small.)
public final class Location: Sendable {
    /// The file's path, as the source wrote it.
    public let path: String

    /// The line, from 1; nil if the whole file is meant.
    public let line: Int?

    /// The column in the line, from 1, in Unicode scalars; nil if the whole line is meant.
    public let column: Int?

    /// A position in the file at `path`. A line or column outside 1 to 2^53 - 1 counts as nil, and so does a column
    /// without a line.
    public init(path: String, line: Int? = nil, column: Int? = nil) {
        let places = 1..<1 << 53
        self.path = path
        self.line = line.flatMap { places.contains($0) ? $0 : nil }
        self.column = self.line == nil ? nil : column.flatMap { places.contains($0) ? $0 : nil }
    }
}

extension Location: Hashable {
    /// Whether both have the same path, by its bytes, the same line and the same column.
    public static func == (left: Location, right: Location) -> Bool {
        left.line == right.line && left.column == right.column && left.path.hasSameBytes(as: right.path)
    }

    /// Hashes the path, the line and the column.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(path))
        hasher.combine(line)
        hasher.combine(column)
    }
}
