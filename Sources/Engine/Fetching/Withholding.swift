import SearchSource

// A service may repeat what it was sent. Keys and tokens are cut out of everything it says before anybody reads it.

extension Result where Success: Answerable, Failure == SourceError {
    /// Returns the result without `secrets`, wherever they occur in it.
    func withholding(_ secrets: [String]) -> Result {
        guard !secrets.isEmpty else { return self }
        return flatMap { $0.withholding(secrets) }.mapError { error in
            var error = error
            error.message = error.message.withholding(secrets)
            return error
        }
    }
}

extension Page {
    /// The cursor of the next page must go back as the service sent it, and is recorded: nothing can be cut out of it.
    package func withholding(_ secrets: [String]) -> Result<Page, SourceError> {
        if let next, next.text.holds(anyOf: secrets) {
            let message = "The cursor of the next page contains a key: it cannot be kept"
            return .failure(SourceError(.decode, message))
        }
        var page = self
        page.items = items.map { $0.withholding(secrets) }
        if let total, String(total).holds(anyOf: secrets) { page.total = nil }
        page.suggestion = suggestion?.withholding(secrets)
        return .success(page)
    }
}

extension Detail {
    func withholding(_ secrets: [String]) -> Result<Detail, SourceError> {
        .success(
            Detail(
                id: id.withholding(secrets), title: title.withholding(secrets), text: text.withholding(secrets),
                format: format, language: language?.withholding(secrets), location: location, range: range,
                url: url?.withholding(secrets), image: image?.withholding(secrets), fields: fields.withholding(secrets))
        )
    }
}

extension Performed {
    func withholding(_ secrets: [String]) -> Result<Performed, SourceError> {
        .success(Performed(message: message?.withholding(secrets), hasChanged: hasChanged))
    }
}

extension Item {
    fileprivate func withholding(_ secrets: [String]) -> Item {
        Item(
            id: id.withholding(secrets), title: title.withholding(secrets),
            snippet: snippet?.withholding(secrets), url: url?.withholding(secrets),
            image: image?.withholding(secrets), insert: insert?.withholding(secrets), kind: kind, location: location,
            source: source,
            actions: actions.map { ItemAction(name: $0.name, title: $0.title.withholding(secrets)) },
            fields: fields.withholding(secrets))
    }
}

extension Snippet {
    /// Returns the snippet without `secrets`. If it has one, its matches are no longer marked: one may be part of the
    /// secret.
    fileprivate func withholding(_ secrets: [String]) -> Snippet {
        text.holds(anyOf: secrets) ? Snippet(parts: [text.withholding(secrets)]) : self
    }
}

extension Fields {
    fileprivate func withholding(_ secrets: [String]) -> Fields {
        var result: Fields = [:]
        for field in fields {
            switch field.value {
            case .text(let text): result.add(named: field.name, .text(text.withholding(secrets)))
            // A key may be nothing but digits.
            case .integer(let number) where String(number).holds(anyOf: secrets):
                result.add(named: field.name, .text(String(number).withholding(secrets)))
            case .integer, .boolean: result.add(named: field.name, field.value)
            }
        }
        return result
    }
}
