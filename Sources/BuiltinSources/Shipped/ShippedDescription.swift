import Bytes
import JSON
import SearchSource

/// A description of an API that ships with seekline. It is unused until a source in the configuration has its name as
/// the `type`.
///
/// It is written like one in a configuration, with three more members: `documentation` is the page that it was written
/// from; `tried`, what it was run against; and `settings`, what a source of this type can or must set, each with a
/// summary and perhaps a default. `{NAME}` in any string is replaced by the value of such a setting.
struct ShippedDescription: Sendable {
    /// The `type` of the sources that use it.
    let name: String

    /// What it was run against; nil if that was never anything but a made-up answer.
    let tried: String?

    private let members: JSONObject
    private let settings: [Setting]

    /// Reads the text of a description; nil if it is not one.
    init?(_ name: String, _ bytes: [UInt8]) {
        guard case .object(let whole)? = try? JSONParser.parse(bytes) else { return nil }
        self.name = name
        let own = ["documentation", "tried", "settings"]
        members = JSONObject(whole.members.filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
        tried = whole["tried"]?.string
        let settings = whole["settings"]?.object?.members ?? []
        self.settings = settings.map {
            Setting($0.name, default: $0.value.object?["default"]?.string, $0.value.summary)
        }
    }

    /// The type of the sources that it describes.
    var type: SourceType {
        let own = settings.map(\.name)
        var type = SourceType(
            name: name, summary: members["summary"]?.string ?? "",
            settings: settings + DescribedAPI.settings.filter { !own.contains($0.name) }, isThereByItself: false
        ) { (name, settings) throws(SettingError) in
            try source(name, settings)
        }
        type.shipped = SourceType.Shipped(
            settings: settings, variables: Settings.variables(namedIn: .object(members)), tried: tried)
        return type
    }

    private func source(_ name: String, _ settings: Settings) throws(SettingError) -> DescribedAPI {
        var values: [(name: String, value: String)] = []
        var faults: [SettingError] = []
        for setting in self.settings {
            if let value = settings[setting], !value.isEmpty, value.utf8.allSatisfy(\.isPartOfName) {
                values.append((setting.name, value))
            } else if settings[setting] == nil {
                faults.append(SettingError(setting: setting.name, variable: nil, message: "is needed"))
            } else {
                faults.append(settings.error(setting, "must consist of letters, digits, `_`, `-`, `.` and `,`"))
            }
        }
        if let fault = SettingError(faults) { throw fault }
        var members = JSONObject()
        for (name, value) in self.members.members { members[name] = value.filled(values) }
        // Members of the description that are set override those that are shipped.
        for (name, value) in settings.described().members { members[name] = value }
        return try DescribedAPI.make(name, type, members, settings.variables)
    }
}

extension JSONValue {
    fileprivate var summary: String { object?["summary"]?.string ?? "" }

    /// Returns the value with names in braces replaced by these values.
    fileprivate func filled(_ values: [(name: String, value: String)]) -> JSONValue {
        switch self {
        case .string(let text): .string(text.filled(values))
        case .array(let elements): .array(elements.map { $0.filled(values) })
        case .object(let object):
            .object(JSONObject(object.members.map { ($0.name.filled(values), $0.value.filled(values)) }))
        case .null, .boolean, .number: self
        }
    }
}

extension String {
    fileprivate func filled(_ values: [(name: String, value: String)]) -> String {
        values.reduce(self) { text, value in text.replacing("{\(value.name)}", with: value.value) }
    }
}

extension UInt8 {
    /// Whether it can be part of the name of an index or a field: nothing that has a special meaning in a URL, a
    /// pointer or a query.
    fileprivate var isPartOfName: Bool { isLetterOrDigit || "_-.,".utf8.contains(self) }
}
