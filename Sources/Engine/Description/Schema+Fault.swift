import JSON
import JSONRPC

extension Schema {
    /// What in a value is not as a schema says.
    struct Fault {
        /// Where: `[3].url`. Empty for the value itself.
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

        /// The same fault in whatever has its place at `step`.
        func within(_ step: String) -> Fault {
            var fault = self
            fault.place = step + place
            return fault
        }
    }

    /// What in `value`, at whatever depth, is not as this says; nil if all of it is. Of an object's members, those that
    /// are not known are passed over, and one that is null counts as missing.
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
    /// What is wrong with this member of `object`; nil if nothing is.
    fileprivate func fault(in object: JSONObject) -> Schema.Fault? {
        guard let value = object[name], value != .null else {
            return isRequired ? Schema.Fault(schema.expected, found: nil) : nil
        }
        return schema.fault(in: value)
    }
}
