/// How the lines of files are read, and what of them is which part of an item.
struct LineScheme: Sendable {
    /// What the lines are.
    var format = LineFormat.auto
    /// What stands in a line that is text.
    var pattern = LinePattern.text
    /// Which parts of a record are which members of an item.
    var members = RecordMembers([:])
}
