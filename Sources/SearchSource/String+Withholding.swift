import Bytes

extension String {
    /// Whether the string contains one of `secrets`, in any form that `withholding` finds.
    package func holds(anyOf secrets: [String]) -> Bool {
        var text = self
        return secrets.contains { text.cutting($0) != nil }
    }

    /// Returns the string with `secrets` replaced. They are matched by their bytes: a combining mark next to a key does
    /// not keep anybody from reading it.
    package func withholding(_ secrets: [String]) -> String {
        var text = self
        for secret in secrets {
            if let cut = text.cutting(secret) { text = cut }
        }
        return text
    }

    /// Returns the string with every occurrence of `secret` replaced by a mark; nil if there is none.
    private mutating func cutting(_ secret: String) -> String? {
        // Of consecutive backslashes one is enough, and leading ones need not be hidden: `end(of:at:)` says why.
        var sought: [UInt8] = []
        for byte in secret.utf8 where byte != .backslash || sought.last.map({ $0 != .backslash }) ?? false {
            sought.append(byte)
        }
        guard !sought.isEmpty else { return nil }
        return withUTF8 { text -> String? in
            var cut: [UInt8] = []
            var start = 0
            var place = 0
            while place < text.count {
                if let end = text.end(of: sought, at: place) {
                    cut += text[start..<place]
                    cut += "[secret]".utf8
                    (place, start) = (end, end)
                } else {
                    place += 1
                }
            }
            guard start > 0 else { return nil }
            cut += text[start...]
            return String(decoding: cut, as: UTF8.self)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index after `secret` if it occurs at `place`, as it is or as it is sent: any of its bytes may be
    /// percent-encoded (RFC 3986, section 2.1), once or repeatedly, a space may be a plus sign (as in forms), and
    /// letter case is ignored, because hosts are lowercased. JSON, and JSON within a JSON string, puts backslashes
    /// before some characters, including backslashes. So any number of them may occur anywhere but before the first
    /// byte, where they would make matching a string of backslashes quadratic.
    fileprivate func end(of secret: [UInt8], at place: Int) -> Int? {
        var index = place
        for expected in secret {
            let start = index == place ? place : endOfBackslashes(at: index)
            if expected == .backslash {
                guard start > index else { return nil }
                index = start
            } else {
                guard let end = end(of: expected, at: start) else { return nil }
                index = end
            }
        }
        return index
    }

    /// Returns the index after `expected` if it occurs at `place`.
    private func end(of expected: UInt8, at place: Int) -> Int? {
        guard place < count else { return nil }
        if let end = endOfEscape(for: expected, at: place) { return end }
        let isPlus = expected == UInt8(ascii: " ") && self[place] == UInt8(ascii: "+")
        return isPlus || self[place].inSmall == expected.inSmall ? place + 1 : nil
    }

    private func endOfBackslashes(at place: Int) -> Int {
        var place = place
        while let end = end(of: .backslash, at: place) { place = end }
        return place
    }

    /// Returns the index after an escape for `expected` that begins at `place`: `%2B`, or `%252B` if that was encoded
    /// again.
    private func endOfEscape(for expected: UInt8, at place: Int) -> Int? {
        guard self[place] == UInt8(ascii: "%") else { return nil }
        var index = place + 1
        while index + 1 < count, let high = self[index].hexValue, let low = self[index + 1].hexValue {
            let byte = high << 4 | low
            index += 2
            if byte.inSmall == expected.inSmall { return index }
            guard byte == UInt8(ascii: "%") else { return nil }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate static var backslash: UInt8 { UInt8(ascii: "\\") }
}
