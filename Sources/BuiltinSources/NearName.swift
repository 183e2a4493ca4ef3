import Bytes

/// Finds what may have been meant by a name that does not exist.
public enum NearName {
    /// Returns the name with the smallest edit distance (letters changed, swapped, added or removed) to `name`; nil if
    /// none is near. The limit is a third of its letters, but at least one and at most three.
    public static func nearest(to name: String, among names: [String]) -> String? {
        let letters = Array(name.utf8.prefix(65)).map(\.inSmall)
        guard letters.count <= 64 else { return nil }
        let most = min(3, max(1, letters.count / 3))
        var nearest: (name: String, distance: Int)?
        for candidate in names {
            let distance = distance(letters, Array(candidate.utf8).map(\.inSmall))
            if distance <= most, distance < nearest?.distance ?? .max { nearest = (candidate, distance) }
        }
        return nearest?.name
    }

    /// Returns the optimal string alignment distance, in which swapping two letters counts as one edit. Computes its
    /// table row by row.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (before, row) = ([Int](), Array(0...right.count))
        for (line, letter) in left.enumerated() {
            var next = [line + 1]
            for (column, other) in right.enumerated() {
                var least = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, letter == right[column - 1], other == left[line - 1] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
