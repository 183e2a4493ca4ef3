import JSON
import SearchSource

/// The configuration of a provider.
struct ProviderSettings: Sendable {
    /// The settings that are passed to the provider unchanged; nil if there are none.
    var settings: JSONValue?

    /// How long the provider may go without a request before it is ended; nil for no limit.
    var idleLimit: Duration?

    /// The configured `options`, which override what the provider says about itself.
    let options: JSONObject

    /// The members that apply only to programs that print rows.
    private static let ofRows = [
        "format", "pattern", "item", "nothingFound", "nothingFoundInSilence", "partial", "dashes",
    ]

    /// The maximum size of `settings`, in bytes of JSON.
    private static let longest = 1 << 20

    /// Reads the members that are only for providers. Those that do not fit the kind of program are noted as faults.
    init(_ object: DescribedObject, isProvider: Bool) throws(DescriptionError) {
        if isProvider, let actions = object["actions"] {
            try object.whole.faults.note(
                actions.fault("must be left out: a long-running program declares its own"))
        }
        for name in Self.ofRows where isProvider {
            guard let place = object[name] else { continue }
            try object.whole.faults.note(
                place.fault("is for a program that prints rows; a long-running one sends items"))
        }
        options = object["options"]?.json.object ?? JSONObject()
        settings = try object.optional("settings") { (value) throws(DescriptionError) in
            try Self.only(isProvider, value)
            guard value.json.object != nil else { throw value.wrong("an object") }
            guard JSONWriter.bytes(of: value.json).count <= Self.longest else {
                throw value.fault("is longer than \(Self.longest >> 20) MiB")
            }
            return value.json
        }
        idleLimit = try object.optional("idleMs") { (value) throws(DescriptionError) in
            try Self.only(isProvider, value)
            return .milliseconds(try CommandDescription.milliseconds(value))
        }
    }

    private static func only(_ isProvider: Bool, _ value: DescribedValue) throws(DescriptionError) {
        if !isProvider { throw value.fault("is for a long-running program: `run` must be `provider`") }
    }

    /// The params of `initialize`.
    func greeting(of source: String) -> [UInt8] {
        JSONWriter.bytes {
            $0.member("protocolVersion", "1.0")
            $0.member("source", source)
            if let settings { $0.member("settings") { $0.value(settings) } }
        }
    }
}
