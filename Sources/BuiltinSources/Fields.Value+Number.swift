import JSON
import SearchSource

extension Fields.Value {
    /// A number as a field: one that is not whole, or that not every client can hold, is a text.
    init(_ number: JSONNumber) {
        self = number.integer.flatMap { $0.magnitude < 1 << 53 ? .integer($0) : nil } ?? .text(number.text)
    }
}
