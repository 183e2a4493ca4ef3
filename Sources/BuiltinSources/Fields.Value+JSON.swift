import JSON
import SearchSource

extension Fields.Value {
    /// A number as a field: one that is not whole, or that not every client can hold, is a text.
    init(_ number: JSONNumber) {
        self = number.integer.flatMap { $0.magnitude < 1 << 53 ? .integer($0) : nil } ?? .text(number.text)
    }

    /// A text, a number or a boolean as a field; nil if it is something else.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let number): self.init(number)
        case .boolean(let boolean): self = .boolean(boolean)
        case .null, .array, .object: return nil
        }
    }
}
