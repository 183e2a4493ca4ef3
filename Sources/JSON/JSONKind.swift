/// The kind of a JSON value. The raw values are used in error messages.
public enum JSONKind: String, Sendable {
    /// `null`
    case null = "null"
    /// `true` or `false`
    case boolean = "a boolean"
    /// A number.
    case number = "a number"
    /// A string.
    case string = "a string"
    /// An array.
    case array = "an array"
    /// An object.
    case object = "an object"
}
