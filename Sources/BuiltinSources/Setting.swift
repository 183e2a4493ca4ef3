import HTTP
import JSON
import SearchSource

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

    /// Whether it can be more than a text: an array or an object in the configuration file, and the same as JSON on a
    /// command line.
    public let isStructured: Bool

    /// Whether it can be a number or a boolean and no text, so that on a command line each of these is JSON, too.
    public let isLiteral: Bool

    init(
        _ name: String, default defaultValue: String? = nil, variable: String? = nil, isSecret: Bool = false,
        isStructured: Bool = false, isLiteral: Bool = false, _ summary: String
    ) {
        self.name = name
        self.summary = summary
        self.defaultValue = defaultValue
        self.variable = variable
        self.isSecret = isSecret
        self.isStructured = isStructured
        self.isLiteral = isLiteral
    }
}

/// A setting has a value that it cannot have.
public struct SettingError: Error, Hashable, Sendable {
    /// The setting.
    public let setting: String

    /// The variable that it was taken from, if it was not set otherwise.
    public let variable: String?

    /// The way to what is wrong inside of it; empty if it is all of it.
    public var path: [JSONDocument.Step] = []

    /// What was found, and what would be right.
    public let message: String

    /// What else is wrong with the settings of this source, as far as it could be told at once.
    public var others: [SettingError] = []
}

/// The values that have been set on one source. (A class: it is handed on from one part of a source to the next.)
public final class Settings: Sendable {
    private let values: [String: JSONValue]
    /// The environment, as far as it is asked for.
    let variables: [String: String]

    /// How the service can reach whoever runs this, as the `User-Agent` says it; nil if it does not say.
    let contact: String?

    /// The sources that there are, for one that is made of others.
    let others: [any Source]

    /// These values.
    ///
    /// - Parameters:
    ///   - values: What is set, by the names of settings: a string, unless a setting is structured.
    ///   - variables: The environment. An empty variable counts as none.
    ///   - contact: The setting `http.contact`.
    ///   - others: The sources that there are, for a type that is made of others.
    public init(
        _ values: [String: JSONValue] = [:], variables: [String: String] = [:], contact: String? = nil,
        others: [any Source] = []
    ) {
        self.values = values
        self.variables = variables
        self.contact = contact
        self.others = others
    }

    /// What `setting` is set to, or what its variable says, or its default.
    subscript(setting: Setting) -> String? {
        values[setting.name]?.string ?? variable(of: setting) ?? setting.defaultValue
    }

    /// What the structured `setting` is set to; nil if it is not.
    func json(_ setting: Setting) -> JSONValue? {
        values[setting.name]
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

    /// That what `path` leads to inside of the structured `setting` must not be as it is.
    func error(_ setting: Setting, at path: [JSONDocument.Step], _ message: String) -> SettingError {
        SettingError(setting: setting.name, variable: nil, path: path, message: message)
    }

    /// The name for people that `setting` is set to.
    func title(_ setting: Setting) throws(SettingError) -> String? {
        guard let title = self[setting] else { return nil }
        guard !title.isEmpty else { throw error(setting, "must be a name for people") }
        return title
    }

    /// The URL that `setting` is set to.
    func url(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        let isWhole = !value.unicodeScalars.contains(where: \.isWhitespace)
        guard value.hasPrefix("http://") || value.hasPrefix("https://"), isWhole else {
            throw error(setting, "must be a URL that begins with http:// or https://")
        }
        guard URLReference(value).namesServer else {
            throw error(setting, "must name a server behind the //, with a port from 1 to 65535 or none")
        }
        // What stands behind it is not sent, and there a source would write its query.
        guard !value.utf8.contains(UInt8(ascii: "#")) else { throw error(setting, "must be a URL without a `#`") }
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

extension Unicode.Scalar {
    /// Whether it is white space. What is ASCII need not be looked up.
    fileprivate var isWhitespace: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
