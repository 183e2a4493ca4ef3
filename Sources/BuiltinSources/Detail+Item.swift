import SearchSource

extension Detail {
    /// What a list says of an item, and a text about it: what the list says as well, where there is nothing more to be had.
    init(of item: Item, text: String? = nil, format: TextFormat? = nil) {
        self.init(
            id: item.id, title: item.title, text: text ?? item.snippet?.text ?? item.title, format: format,
            location: item.location, url: item.url, image: item.image, fields: item.fields)
    }
}

extension DetailRequest {
    /// What a list says of `item`, where there is nothing more to be had; if it has no such item, that in these words.
    func detail(of item: Item?, orElse message: String? = nil) -> Result<Detail, SourceError> {
        item.map { .success(Detail(of: $0)) } ?? .failure(.noSuchItem(message ?? "the list has no \"\(id)\""))
    }
}
