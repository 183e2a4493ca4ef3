import SearchSource

extension Detail {
    /// What a list says of an item, and a text about it: what the list says as well, where there is nothing more to be had.
    init(of item: Item, text: String? = nil, format: TextFormat? = nil) {
        self.init(
            id: item.id, title: item.title, text: text ?? item.snippet?.text ?? item.title, format: format,
            location: item.location, url: item.url, image: item.image, fields: item.fields)
    }
}
