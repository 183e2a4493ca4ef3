import Bytes
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
        Page(
            items: items.map { $0.withholding(secrets) }, next: next, total: total,
            suggestion: suggestion?.withholding(secrets))
    }
}

extension Detail {
    func withholding(_ secrets: [String]) -> Detail {
        Detail(
            id: id.withholding(secrets), title: title.withholding(secrets), text: text.withholding(secrets),
            url: url?.withholding(secrets), image: image?.withholding(secrets), fields: fields.withholding(secrets))
    }
}

extension Item {
    fileprivate func withholding(_ secrets: [String]) -> Item {
        Item(
            id: id.withholding(secrets), title: title.withholding(secrets),
            snippet: snippet?.map { $0.withholding(secrets) }, url: url?.withholding(secrets),
            image: image?.withholding(secrets), insert: insert?.withholding(secrets),
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
    fileprivate func withholding(_ secrets: [String]) -> String {
        var text = self
        for secret in secrets where !secret.isEmpty {
            if let cut = text.cutting(Array(secret.utf8)) { text = cut }
        }
        return text
    }

    /// The text with a mark in the place of `secret`; nil if that does not stand in it.
    private mutating func cutting(_ secret: [UInt8]) -> String? {
        withUTF8 { text -> String? in
            guard var place = ByteScan.place(of: secret, in: text, from: 0) else { return nil }
            var cut: [UInt8] = []
            var start = 0
            while true {
                cut += text[start..<place]
                cut += "[secret]".utf8
                start = place + secret.count
                guard let next = ByteScan.place(of: secret, in: text, from: start) else { break }
                place = next
            }
            cut += text[start...]
            return String(decoding: cut, as: UTF8.self)
        }
    }
}
