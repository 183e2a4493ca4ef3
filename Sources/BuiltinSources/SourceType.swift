import SearchSource

/// A kind of source that configuration can make instances of: declared once, with its settings.
public struct SourceType: Sendable {
    /// Its name in `sources.NAME.type`, and the name of the instance that is there without configuration.
    public let name: String

    /// What it searches, in one sentence.
    public let summary: String

    /// What can be set, in the order of the documentation.
    public let settings: [Setting]

    /// Makes an instance called `name`.
    public let make: @Sendable (_ name: String, _ settings: Settings) throws(SettingError) -> any Source

    /// Every kind of source, in the order in which they are listed.
    public static let all: [SourceType] = [.unicode, .wikipedia]
}

/// One thing that can be set on a source.
public struct Setting: Sendable {
    /// Its name: the KEY of `--set SOURCE.KEY=VALUE`.
    public let name: String

    /// What it is, in one sentence.
    public let summary: String

    /// Its value if it is not set; nil if there is none.
    public let defaultValue: String?

    init(_ name: String, default defaultValue: String? = nil, _ summary: String) {
        self.name = name
        self.summary = summary
        self.defaultValue = defaultValue
    }
}

/// The values that have been set on one source.
public struct Settings: Sendable {
    private var values: [String: String]

    /// These values, by the names of settings.
    public init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// What `setting` is set to, or its default.
    subscript(setting: Setting) -> String? {
        values[setting.name] ?? setting.defaultValue
    }
}

/// A setting has a value that it cannot have.
public struct SettingError: Error, Hashable, Sendable {
    /// The name of the setting.
    public let setting: String

    /// What was found, and what would be right.
    public let message: String

    init(_ setting: Setting, _ message: String) {
        self.setting = setting.name
        self.message = message
    }
}

extension Settings {
    /// The URL that `setting` is set to.
    func url(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        guard value.hasPrefix("http://") || value.hasPrefix("https://"), !value.contains(where: \.isWhitespace) else {
            throw SettingError(setting, "must be a URL that begins with http:// or https://, not \"\(value)\"")
        }
        return value
    }

    /// The whole number that `setting`, which has a default, is set to.
    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        let value = self[setting] ?? ""
        guard let number = Int(value), range.contains(number) else {
            throw SettingError(
                setting, "must be a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(value)\"")
        }
        return number
    }
}
