import JSON
import SearchSource

/// Where the rows of an answer are: `items` of a description.
///
///     "/hits"   ["/hits", "/results"]   {"at": "/query/pages", "values": true}   {"at": "/1/0", "skip": 2}
struct RowsRule: Sendable {
    private let pointers: [AnswerPointer]
    private let areValues: Bool
    private let skipped: Int

    init(_ value: DescribedValue) throws(DescriptionError) {
        var place = value
        if value.json.object != nil {
            let object = try value.object(["at", "values", "skip"])
            place = try object.needed("at")
            areValues = try object.isTrue("values")
            skipped = try object.integer("skip", in: 0...1000) ?? 0
        } else {
            (areValues, skipped) = (false, 0)
        }
        pointers = try place.several(atMost: 16, AnswerPointer.init)
    }

    /// Returns the rows; none if there is `null` in place of the array.
    func rows(in answer: AnswerReader) throws(SourceError) -> [AnswerReader] {
        let found = try pointers.firstValue { (pointer) throws(SourceError) in try answer.at(pointer) }
        guard let found else {
            let places = pointers.map { $0.text }.joined(separator: " or ")
            throw answer.fault("has nothing at \(places), where the items should be")
        }
        guard let array = try found.optional() else { return [] }
        let rows = areValues ? try array.values() : Array(try array.elements())
        return skipped == 0 ? rows : Array(rows.dropFirst(skipped))
    }
}
