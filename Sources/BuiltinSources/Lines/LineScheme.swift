/// How the lines of files are read, and which of their parts are which members of an item.
struct LineScheme: Sendable {
    /// The format of the lines.
    var format = LineFormat.auto
    /// How a line of text names a place.
    var pattern = LinePattern.text
    /// Which parts of a record are which members of an item.
    var members = RecordMembers([:])
}
