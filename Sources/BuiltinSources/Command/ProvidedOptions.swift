import JSON
import SearchSource

/// The options that a provider sets for search boxes on it.
struct ProvidedOptions: Sendable {
    /// The options that a provider can set.
    private static let names = ["debounceMs", "minLength", "trigger"]

    private var values: [(option: PacingOption, value: PacingOption.Value)] = []

    /// Reads an object of options, if there is one.
    init(_ reader: AnswerReader) throws(SourceError) {
        guard let object = try reader.optional()?.object() else { return }
        for option in PacingOption.all where Self.names.contains(where: { $0.hasSameBytes(as: option.name) }) {
            guard let json = object[option.name], json != .null else { continue }
            let value = json.integer.map(PacingOption.Value.integer) ?? json.string.map(PacingOption.Value.word)
            guard let value, option.domain.contains(value) else {
                throw reader.fault("has \(option.name): it must be \(option.domain.description)")
            }
            values.append((option, value))
        }
    }

    /// Sets these options in `pacing`, except those that `configured` has set there.
    func set(in pacing: inout Pacing, butFor configured: JSONObject) {
        let before = pacing
        for (option, value) in values { _ = option.set(value, in: &pacing) }
        // Afterwards, because one option may set another: `minLength` sets `minLengthDense`.
        for option in PacingOption.all where configured[option.name] != nil {
            if let value = option.value(in: before) { _ = option.set(value, in: &pacing) }
        }
    }
}
