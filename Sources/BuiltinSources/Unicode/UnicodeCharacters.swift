import SearchSource

/// Every named Unicode character: offline, without data files, and useful in an editor: type `arrow`, insert →.
struct UnicodeCharacters: Source {
    let info: SourceInfo
    private let search = LatestUnicodeSearch()

    static let type = SourceType(
        name: "unicode", summary: "characters by name, code point or themselves; offline", settings: []
    ) { (name, _) throws(SettingError) in UnicodeCharacters(name: name) }

    init(name: String) {
        var pacing = Pacing()
        pacing.debounce = .milliseconds(30)
        pacing.minLength = 1
        info = SourceInfo(Self.type, name: name, title: "Unicode characters", pacing: pacing, isLocal: true)
    }

    func page(_ request: PageRequest) -> Work<Page> {
        .local { [search] isCancelled in
            guard let query = UnicodeQuery(request.query, isCancelled: isCancelled) else {
                return isCancelled() ? .failure(.givenUp) : .success(Page(items: [], total: 0))
            }
            guard let named = search.scalars(query.words, isCancelled: isCancelled) else {
                return .failure(.givenUp)
            }
            let exact = query.scalars.map(\.value)
            let found = exact.isEmpty ? named : exact + named.filter { !exact.contains($0) }
            let items = found.dropFirst(request.offset).prefix(request.pageSize).compactMap(Unicode.Scalar.init)
                .map { item($0, query) }
            let end = request.offset + items.count
            return .success(
                Page(items: items, next: end < found.count ? Cursor(String(end)) : nil, total: found.count))
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard let scalar = UnicodeQuery.scalar(codePoint: request.id), Self.id(scalar) == request.id else {
            let message = "a character is identified by its code point, like U+2192, not by \"\(request.id)\""
            return .known(.failure(.noSuchItem(message)))
        }
        guard let name = UnicodeNames.shared.name(of: scalar) else {
            return .known(.failure(.noSuchItem("\(request.id) has no name in this version of Unicode")))
        }
        return .known(
            .success(
                Detail(
                    id: request.id, title: name, text: UnicodeDescription.text(of: scalar, name: name),
                    fields: Self.fields(scalar, name))))
    }

    private func item(_ scalar: Unicode.Scalar, _ query: UnicodeQuery) -> Item {
        let name = UnicodeNames.shared.name(of: scalar) ?? ""
        return Item(
            id: Self.id(scalar), title: name, snippet: query.snippet(of: name), insert: String(Character(scalar)),
            kind: .character, fields: Self.fields(scalar, name))
    }

    private static func fields(_ scalar: Unicode.Scalar, _ name: String) -> Fields {
        [
            "character": .text(UnicodeDescription.shown(scalar)),
            "category": .text(UnicodeDescription.category(scalar.properties.generalCategory).name),
            "name": .text(name),
            "codePoint": .integer(Int(scalar.value)),
        ]
    }

    /// Returns `U+` and at least four hex digits.
    static func id(_ scalar: Unicode.Scalar) -> String {
        "U+" + UnicodeDescription.hexadecimal(scalar.value, digits: 4)
    }
}
