/// A member of an object on the wire, or a param of a method: declared once, with its type and its documentation.
struct Member: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    let summary: String

    init(_ name: String, _ schema: Schema, isRequired: Bool = true, _ summary: String) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.summary = summary
    }
}
