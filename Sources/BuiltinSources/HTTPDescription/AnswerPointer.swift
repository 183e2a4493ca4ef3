import Bytes
import JSON

/// A JSON Pointer (RFC 6901) to a value in an answer or in a row of it: `/hits/0/document/title`. The empty string is
/// the whole.
struct AnswerPointer: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        /// The name of a member.
        let name: String
        /// The index in an array, from 0, if the name can be one.
        let index: Int?
    }

    /// The steps, from the outside in.
    let steps: [Step]

    /// The pointer as it was written.
    let text: String

    init(_ value: DescribedValue) throws(DescriptionError) {
        let expected = "a JSON Pointer (RFC 6901): `/` in front of each name, as in `/hits/0/title`"
        let text = try value.string(expected)
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // Nothing may precede the first slash.
        guard parts[0].isEmpty else { throw value.wrong(expected, meant: Self.likely(text)) }
        guard parts.count <= 33 else { throw value.fault("has more than 32 steps") }
        var steps: [Step] = []
        for part in parts.dropFirst() {
            guard let name = Self.unescaped(part) else {
                throw value.fault("has a `~` that is not `~0` (which stands for `~`) nor `~1` (for `/`)")
            }
            let isNumber = name == "0" || (name.utf8.first != UInt8(ascii: "0") && name.utf8.allSatisfy(\.isDigit))
            steps.append(Step(name: name, index: isNumber ? Int(name) : nil))
        }
        self.steps = steps
        self.text = text
    }

    /// Returns the pointer that may have been meant by a name, by names separated by dots, or by such a path from `$`,
    /// as other languages write it; nil if `text` is none of these.
    private static func likely(_ text: String) -> String? {
        let names = text.split(separator: ".", omittingEmptySubsequences: false).drop { $0 == "$" }
        let isWay = names.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        }
        return isWay && !names.isEmpty && text.utf8.count <= 80 ? "/" + names.joined(separator: "/") : nil
    }

    private static func unescaped(_ part: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = part.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "~") else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
            case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
            default: return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
