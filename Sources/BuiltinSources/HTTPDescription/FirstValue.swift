import SearchSource

extension Array {
    /// Returns the first value that `read` finds in an element. Services put values of several kinds in one place: an
    /// element that cannot be read is skipped, unless it is the last one.
    func firstValue<Value>(_ read: (Element) throws(SourceError) -> Value?) throws(SourceError) -> Value? {
        // In place, so that no element is copied.
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
