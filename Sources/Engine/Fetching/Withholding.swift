import SearchSource

// A service can say back what it was sent. Keys and tokens are cut out of whatever it says before anybody reads it.

extension Result where Success: Answerable, Failure == SourceError {
    /// The same without `secrets`, wherever they stand in it.
    func withholding(_ secrets: [String]) -> Result {
        guard !secrets.isEmpty else { return self }
        return map { $0.withholding(secrets) }.mapError { error in
            var error = error
            error.message = error.message.withholding(secrets)
            return error
        }
    }
}

extension Page {
    func withholding(_ secrets: [String]) -> Page {
        var page = self
        page.items = items.map { $0.withholding(secrets) }
        page.suggestion = suggestion?.withholding(secrets)
        return page
    }
}

extension Detail {
    func withholding(_ secrets: [String]) -> Detail {
        Detail(
            id: id.withholding(secrets), title: title.withholding(secrets), text: text.withholding(secrets),
            format: format, language: language?.withholding(secrets), location: location, range: range,
            url: url?.withholding(secrets), image: image?.withholding(secrets), fields: fields.withholding(secrets))
    }
}

extension Performed {
    func withholding(_ secrets: [String]) -> Performed {
        Performed(message: message?.withholding(secrets), hasChanged: hasChanged)
    }
}

extension Item {
    fileprivate func withholding(_ secrets: [String]) -> Item {
        Item(
            id: id.withholding(secrets), title: title.withholding(secrets),
            snippet: snippet?.map { $0.withholding(secrets) }, url: url?.withholding(secrets),
            image: image?.withholding(secrets), insert: insert?.withholding(secrets), kind: kind, location: location,
            source: source,
            actions: actions.map { ItemAction(name: $0.name, title: $0.title.withholding(secrets)) },
            fields: fields.withholding(secrets))
    }
}

extension Fields {
    fileprivate func withholding(_ secrets: [String]) -> Fields {
        var result: Fields = [:]
        for field in fields {
            if case .text(let text) = field.value {
                result[field.name] = .text(text.withholding(secrets))
            } else {
                result[field.name] = field.value
            }
        }
        return result
    }
}

extension String {
    /// The text without `secrets`. They are looked for as bytes: what a text means next to another character is nothing
    /// to whoever reads a key out of it.
    package func withholding(_ secrets: [String]) -> String {
        var text = self
        for secret in secrets where !secret.isEmpty {
            if let cut = text.cutting(Array(secret.utf8)) { text = cut }
        }
        return text
    }

    /// The text with a mark in the place of `secret`; nil if that does not stand in it.
    private mutating func cutting(_ secret: [UInt8]) -> String? {
        withUTF8 { text -> String? in
            var cut: [UInt8] = []
            var start = 0
            var place = 0
            while place < text.count {
                if let end = text.end(of: secret, at: place) {
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
    /// Where `secret` ends if it stands at `place`, as it is or as it is in a URL: any of its bytes may be
    /// percent-encoded (RFC 3986, section 2.1), once or again, and a host is the same in small letters.
    fileprivate func end(of secret: [UInt8], at place: Int) -> Int? {
        var index = place
        for expected in secret {
            guard index < count else { return nil }
            if let end = endOfEscape(for: expected, at: index) {
                index = end
            } else if self[index].inSmall == expected.inSmall {
                index += 1
            } else {
                return nil
            }
        }
        return index
    }

    /// Where an escape for `expected` ends that begins at `place`: `%2B`, or `%252B` if that was encoded again.
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
    fileprivate var inSmall: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// What this hexadecimal digit stands for; nil if it is none.
    fileprivate var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
