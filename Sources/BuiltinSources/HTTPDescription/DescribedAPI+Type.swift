import JSON
import SearchSource

extension DescribedAPI {
    static let settings = HTTPDescription.members.map {
        Setting($0.name, isStructured: $0.isStructured, $0.summary)
    }

    static let type: SourceType = SourceType(
        name: "http", summary: "any JSON API, described in the configuration", settings: settings,
        isThereByItself: false
    ) { (name, settings) throws(SettingError) in
        try make(name, type, settings.described(), settings.variables)
    }

    /// Returns the source that these members describe.
    static func make(
        _ name: String, _ type: SourceType, _ members: JSONObject, _ variables: [String: String]
    ) throws(SettingError) -> DescribedAPI {
        do throws(DescriptionErrors) {
            return DescribedAPI(name: name, type: type, try HTTPDescription(members, variables: variables))
        } catch {
            throw SettingError(error, of: "request")
        }
    }
}

extension SettingError {
    /// Combines all faults of a description, whose members are settings. Faults outside any member are reported for
    /// `setting`, which is required.
    init(_ errors: DescriptionErrors, of setting: String) {
        let all = errors.all.map { error in
            guard case .member(let name)? = error.path.first else {
                return SettingError(setting: setting, variable: nil, path: error.path, message: error.message)
            }
            let path = Array(error.path.dropFirst())
            return SettingError(setting: name, variable: nil, path: path, message: error.message)
        }
        self = SettingError(all) ?? SettingError(setting: setting, variable: nil, message: "is wrong")
    }

    /// Combines several errors into one; nil if there are none.
    init?(_ errors: [SettingError]) {
        guard let first = errors.first else { return nil }
        self = first
        others = Array(errors.dropFirst())
    }
}

extension Settings {
    /// Returns the members of a description that are set, as one object.
    func described() -> JSONObject {
        var members = JSONObject()
        for setting in DescribedAPI.settings { members[setting.name] = json(setting) }
        // A setting that is not structured is a string, wherever it was set.
        if let number = members["concurrency"]?.string.flatMap({ Int($0) }) {
            members["concurrency"] = .number(JSONNumber(number))
        }
        return members
    }

    /// Returns the names of the environment variables that occur anywhere in a structured setting, and have to be
    /// looked up.
    public static func variables(namedIn value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): return elements.flatMap { variables(namedIn: $0) }
        case .object(let object):
            if let name = object["env"]?.string, DescribedVariables.isName(name) { return [name] }
            return object.members.flatMap { variables(namedIn: $0.value) }
        default: return []
        }
    }
}
