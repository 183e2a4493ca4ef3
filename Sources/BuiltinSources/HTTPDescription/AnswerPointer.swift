import Bytes
import JSON

/// The way to a value in an answer, or in a row of it (RFC 6901): `/hits/0/document/title`; the empty text is the whole.
struct AnswerPointer: Hashable, Sendable {
    struct Step: Hashable, Sendable {
        /// The name of a member.
        let name: String
        /// The place in an array, from 0, if the name can be one.
        let index: Int?
    }

    /// The steps, from the outside in.
    let steps: [Step]

    /// As it was written.
    let text: String

    init(_ value: DescribedValue) throws(DescriptionError) {
        let expected = "a JSON Pointer (RFC 6901): `/` in front of each name, as in `/hits/0/title`"
        let text = try value.string(expected)
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // The text in front of the first slash is empty.
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

    /// The pointer that may have been meant by a name, by several with points between them, or by such a way from `$`, as other
    /// languages write it; nil if `text` is nothing of the kind.
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
