import JSON
import JSONRPC

extension Schema {
    /// A mismatch between a value and a schema.
    struct Fault {
        /// Where it is, such as `[3].url`. Empty for the value itself.
        var place: String
        /// What should be there.
        let expected: String
        /// What is there; nil if nothing is.
        let found: JSONValue?

        init(_ expected: String, found: JSONValue?) {
            place = ""
            self.expected = expected
            self.found = found
        }

        /// Returns the same fault with `step` in front of its place.
        func within(_ step: String) -> Fault {
            var fault = self
            fault.place = step + place
            return fault
        }
    }

    /// Returns the first fault in `value`, at whatever depth; nil if there is none. Unknown members of an object are
    /// ignored, and one that is null counts as missing.
    func fault(in value: JSONValue) -> Fault? {
        guard accepts(value) else { return Fault(expected(insteadOf: value), found: value) }
        switch (self, value) {
        case (.array(let schema), .array(let elements)):
            for (index, element) in elements.enumerated() {
                if let fault = schema.fault(in: element) { return fault.within("[\(index)]") }
            }
        case (.map(let schema), .object(let object)):
            for (name, value) in object.members {
                if let fault = schema.fault(in: value) { return fault.within(".\(name)") }
            }
        case (.shape(let shape), .object(let object)):
            for member in shape.members {
                if let fault = member.fault(in: object) { return fault.within(".\(member.name)") }
            }
        case (.either(let one, let other), let value):
            return one.accepts(value) ? one.fault(in: value) : other.fault(in: value)
        default: break
        }
        return nil
    }
}

extension Member {
    /// Returns what is wrong with this member of `object`; nil if nothing is.
    fileprivate func fault(in object: JSONObject) -> Schema.Fault? {
        guard let value = object[name], value != .null else {
            return isRequired ? Schema.Fault(schema.expected, found: nil) : nil
        }
        return schema.fault(in: value)
    }
}
