import JSON
import SearchSource

extension DescribedAPI {
    static let settings = HTTPDescription.members.map {
        Setting($0.name, isStructured: $0.isStructured, $0.summary)
    }

    static let type: SourceType = SourceType(
        name: "http", summary: "any JSON API that the configuration describes", settings: settings,
        isThereByItself: false
    ) { (name, settings) throws(SettingError) in
        try make(name, type, settings.described(), settings.variables)
    }

    /// The source that these members describe.
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
    /// All that is wrong with a description, of which each member is a setting; `setting` is the one that it cannot be
    /// without.
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

    /// Several as one; nil if there is none.
    init?(_ errors: [SettingError]) {
        guard let first = errors.first else { return nil }
        self = first
        others = Array(errors.dropFirst())
    }
}

extension Settings {
    /// What is set of a description, as one object.
    func described() -> JSONObject {
        var members = JSONObject()
        for setting in DescribedAPI.settings { members[setting.name] = json(setting) }
        // What is no structure comes as a text, wherever it was set.
        if let number = members["concurrency"]?.string.flatMap({ Int($0) }) {
            members["concurrency"] = .number(JSONNumber(number))
        }
        return members
    }

    /// The environment variables that a structured setting names, anywhere inside: what the environment is to be asked for.
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
