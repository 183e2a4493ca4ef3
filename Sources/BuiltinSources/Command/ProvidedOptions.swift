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

    /// Sets these options in `pacing`, except those that `configured` sets.
    func set(in pacing: inout Pacing, butFor configured: JSONObject) {
        for (option, value) in values where configured[option.name] == nil { _ = option.set(value, in: &pacing) }
    }
}
