import Bytes
import JSON

/// The environment variables that a description names, collected while it is read. `{"env": "NAME"}` is the only way
/// for a key to get into a request.
final class DescribedVariables {
    private let values: [String: String]

    /// The required variables that are not set, each once.
    private(set) var missing: [String] = []

    private var known: Set<String> = []

    /// Creates an instance with the values of the variables that a description names.
    init(_ values: [String: String]) {
        self.values = values
    }

    /// Returns the value of `{"env": "NAME"}`, or of `{"env": "NAME", "optional": true}`; nil if it is not set.
    func value(of reference: DescribedValue) throws(DescriptionError) -> String? {
        let object = try reference.object(["env", "optional"])
        let place = try object.needed("env")
        let name = try place.string("the name of an environment variable")
        guard Self.isName(name) else {
            throw place.wrong("the name of an environment variable: letters, digits and `_`")
        }
        guard let value = values[name], !value.isEmpty else {
            if try !object.isTrue("optional"), known.insert(name).inserted { missing.append(name) }
            return nil
        }
        guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw place.fault("$\(name) must consist of ASCII letters, digits and signs, without spaces")
        }
        return value
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    }
}
