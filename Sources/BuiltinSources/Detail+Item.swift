import SearchSource

extension Detail {
    /// What a list says of an item, where there is nothing more to be had.
    init(of item: Item) {
        self.init(
            id: item.id, title: item.title, text: item.snippet?.text ?? item.title, location: item.location,
            url: item.url, image: item.image, fields: item.fields)
    }
}
