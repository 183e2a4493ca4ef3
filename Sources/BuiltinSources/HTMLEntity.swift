/// The character references of HTML that servers write into text: the numeric ones, and those that HTML needs itself.
enum HTMLEntity {
    /// What the reference stands for whose `&` has just been read. If it is none, the `&` itself, and nothing is taken.
    static func take(from rest: inout ArraySlice<UInt8>) -> String {
        let longest = rest.prefix(12)
        guard let end = longest.firstIndex(of: UInt8(ascii: ";")),
            let text = text(of: String(decoding: longest[..<end], as: UTF8.self))
        else { return "&" }
        rest = rest[(end + 1)...]
        return text
    }

    private static func text(of name: String) -> String? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number else { return nil }
        // What is no character is shown as the replacement character, as browsers do.
        guard number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
        return String(Character(scalar))
    }

    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]
}
