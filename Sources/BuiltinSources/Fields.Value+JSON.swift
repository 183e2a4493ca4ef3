import JSON
import SearchSource

extension Fields.Value {
    /// Creates a field from a number. One that is not whole, or that not every client can hold, becomes text.
    init(_ number: JSONNumber) {
        self = number.integer.flatMap { $0.magnitude < 1 << 53 ? .integer($0) : nil } ?? .text(number.text)
    }

    /// Creates a field from a string, a number or a boolean; nil for anything else.
    init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let number): self.init(number)
        case .boolean(let boolean): self = .boolean(boolean)
        case .null, .array, .object: return nil
        }
    }
}
