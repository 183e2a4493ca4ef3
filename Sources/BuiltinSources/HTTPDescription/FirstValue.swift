import SearchSource

extension Array {
    /// What `read` makes of the first element of which that is anything. Services put values of several kinds into one
    /// place: one that cannot be read counts for nothing, as long as there is another place to look in.
    func firstValue<Value>(_ read: (Element) throws(SourceError) -> Value?) throws(SourceError) -> Value? {
        // In place: none of them is copied.
        let places = span
        for place in places.indices {
            do throws(SourceError) {
                if let value = try read(places[place]) { return value }
            } catch {
                if place == count - 1 { throw error }
            }
        }
        return nil
    }
}
