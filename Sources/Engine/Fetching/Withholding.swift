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
    fileprivate func withholding(_ secrets: [String]) -> String {
        secrets.reduce(self) { text, secret in
            text.contains(secret)
                ? text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "[secret]") : text
        }
    }
}
