import SearchSource

extension Detail {
    /// Creates a detail from `item` and `text`. If `text` is nil, the text is the item's snippet or else its title.
    init(of item: Item, text: String? = nil, format: TextFormat? = nil) {
        self.init(
            id: item.id, title: item.title, text: text ?? item.snippet?.text ?? item.title, format: format,
            location: item.location, url: item.url, image: item.image, fields: item.fields)
    }
}

extension DetailRequest {
    /// Returns a detail made from `item` alone. If it is nil, returns an error that says `message`, or else that the
    /// list has no such item.
    func detail(of item: Item?, orElse message: String? = nil) -> Result<Detail, SourceError> {
        item.map { .success(Detail(of: $0)) } ?? .failure(.noSuchItem(message ?? "the list has no \"\(id)\""))
    }
}
