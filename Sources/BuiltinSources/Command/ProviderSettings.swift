import JSON
import SearchSource

/// What the configuration says of a program that stays.
struct ProviderSettings: Sendable {
    /// What is handed to it as it is; nil for nothing.
    var settings: JSONValue?

    /// After how long without a request it is ended; nil for never.
    var idleLimit: Duration?

    /// What `options` says, which nothing that the program says of itself changes.
    let options: JSONObject

    /// The members that say how rows are read, and what else becomes of a program that is run.
    private static let ofRows = [
        "format", "pattern", "item", "nothingFound", "nothingFoundInSilence", "partial", "dashes",
    ]

    /// The most bytes that are handed to it.
    private static let longest = 1 << 20

    /// Reads the members of a description. They are for a program that stays, and for none else.
    init(_ object: DescribedObject, isProvider: Bool) throws(DescriptionError) {
        if isProvider, let actions = object["actions"] {
            try object.whole.faults.note(actions.fault("go with a program that is run; one that stays says its own"))
        }
        for name in Self.ofRows where isProvider {
            guard let place = object[name] else { continue }
            try object.whole.faults.note(
                place.fault("goes with a program that is run, and prints rows; one that stays says items"))
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
        if !isProvider { throw value.fault("is for a program that stays: `run` must be `provider`") }
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
