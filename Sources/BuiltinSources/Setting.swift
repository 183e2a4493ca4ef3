/// One thing that can be set on a source.
public struct Setting: Sendable {
    /// Its name: the KEY of `--set SOURCE.KEY=VALUE`.
    public let name: String

    /// What it is, in one sentence.
    public let summary: String

    /// Its value if it is not set; nil if there is none.
    public let defaultValue: String?

    /// The environment variable that it is taken from if it is not set; nil if there is none.
    public let variable: String?

    /// Whether nobody but the service may see it. It must not be written where others can read it: on a command line,
    /// in a log, an error or a record.
    public let isSecret: Bool

    init(
        _ name: String, default defaultValue: String? = nil, variable: String? = nil, isSecret: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.summary = summary
        self.defaultValue = defaultValue
        self.variable = variable
        self.isSecret = isSecret
    }
}

/// A setting has a value that it cannot have.
public struct SettingError: Error, Hashable, Sendable {
    /// The setting.
    public let setting: String

    /// The variable that it was taken from, if it was not set otherwise.
    public let variable: String?

    /// What was found, and what would be right.
    public let message: String
}

/// The values that have been set on one source.
public struct Settings: Sendable {
    private let values: [String: String]
    private let variables: [String: String]

    /// How the service can reach whoever runs this, as the `User-Agent` says it; nil if it does not say.
    let contact: String?

    /// These values.
    ///
    /// - Parameters:
    ///   - values: What is set, by the names of settings.
    ///   - variables: The environment. An empty variable counts as none.
    ///   - contact: The setting `http.contact`.
    public init(_ values: [String: String] = [:], variables: [String: String] = [:], contact: String? = nil) {
        self.values = values
        self.variables = variables
        self.contact = contact
    }

    /// What `setting` is set to, or what its variable says, or its default.
    subscript(setting: Setting) -> String? {
        values[setting.name] ?? variable(of: setting) ?? setting.defaultValue
    }

    private func variable(of setting: Setting) -> String? {
        setting.variable.flatMap { variables[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// That `setting` must not be as it is. What it is, is said only if that is no secret, and no password is in it.
    func error(_ setting: Setting, _ expected: String) -> SettingError {
        let isSecret = setting.isSecret || self[setting]?.utf8.contains(UInt8(ascii: "@")) == true
        let found = isSecret ? "" : ", not \"\(self[setting] ?? "")\""
        return SettingError(
            setting: setting.name, variable: values[setting.name] == nil ? setting.variable : nil,
            message: expected + found)
    }

    /// The URL that `setting` is set to.
    func url(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        guard value.hasPrefix("http://") || value.hasPrefix("https://"), !value.contains(where: \.isWhitespace) else {
            throw error(setting, "must be a URL that begins with http:// or https://")
        }
        return value
    }

    /// The whole number that `setting`, which has a default, is set to.
    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        guard let number = Int(self[setting] ?? ""), range.contains(number) else {
            throw error(setting, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The word that `setting`, which has a default, is set to: the raw value of a case.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ setting: Setting) throws(SettingError) -> Word {
        guard let word = Word(rawValue: self[setting] ?? "") else {
            throw error(setting, "must be " + Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or "))
        }
        return word
    }

    /// The key or token that `setting` is set to: something that can stand in a header or a URL.
    func secret(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw error(setting, "must be letters, digits and signs of ASCII, without spaces")
        }
        return value
    }
}
