/// A place in a file: what an editor jumps to. (A class: it is rare, and what may hold one stays small.)
public final class Location: Sendable {
    /// The file's path, as whoever made the item wrote it.
    public let path: String

    /// The line, from 1; nil if the whole file is meant.
    public let line: Int?

    /// The column in the line, from 1, in Unicode scalars; nil if the whole line is meant.
    public let column: Int?

    /// A place in the file at `path`. A line or a column below 1, or above 2^53, counts as none, and so does a column
    /// without a line.
    public init(path: String, line: Int? = nil, column: Int? = nil) {
        let places = 1..<1 << 53
        self.path = path
        self.line = line.flatMap { places.contains($0) ? $0 : nil }
        self.column = self.line == nil ? nil : column.flatMap { places.contains($0) ? $0 : nil }
    }
}

extension Location: Hashable {
    /// Places are the same if they have the same parts. Paths are the same if their bytes are.
    public static func == (left: Location, right: Location) -> Bool {
        left.line == right.line && left.column == right.column && left.path.hasSameBytes(as: right.path)
    }

    /// Hashes the parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(path))
        hasher.combine(line)
        hasher.combine(column)
    }
}
