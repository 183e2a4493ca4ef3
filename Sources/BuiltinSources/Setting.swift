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

    /// Whether it can be more than a string: an array or an object in the configuration file, or the same as JSON on
    /// the command line.
    public let isStructured: Bool

    /// Whether it can be a number or a boolean instead of a string, so that these are read as JSON on the command line
    /// too.
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

/// Something is wrong with a setting: it has an invalid value, or does not exist.
public struct SettingError: Error, Hashable, Sendable {
    /// The setting.
    public let setting: String

    /// The environment variable that it was taken from, if it was not set otherwise.
    public let variable: String?

    /// The path to what is wrong inside it; empty if that is all of it.
    public var path: [JSONDocument.Step] = []

    /// What was found, and what would be right.
    public let message: String

    /// The other errors in the settings of this source, as far as they could be found at the same time.
    public var others: [SettingError] = []
}

/// The values that are set on one source. (A class, because it is passed from one part of a source to the next.)
public final class Settings: Sendable {
    private let values: [String: JSONValue]
    /// The environment variables that settings refer to.
    let variables: [String: String]

    /// How the service can reach the person who runs this, as stated in the `User-Agent`; nil if that does not say.
    let contact: String?

    /// The existing sources, for a source that is made of others.
    let others: [any Source]

    /// Creates settings with these values.
    ///
    /// - Parameters:
    ///   - values: The values by the names of the settings: strings, unless a setting is structured.
    ///   - variables: The environment. An empty variable counts as unset.
    ///   - contact: The setting `http.contact`.
    ///   - others: The existing sources, for a type that is made of others.
    public init(
        _ values: [String: JSONValue] = [:], variables: [String: String] = [:], contact: String? = nil,
        others: [any Source] = []
    ) {
        self.values = values
        self.variables = variables
        self.contact = contact
        self.others = others
    }

    /// The value of `setting`: what it is set to, or else its environment variable, or else its default.
    subscript(setting: Setting) -> String? {
        values[setting.name]?.string ?? variable(of: setting) ?? setting.defaultValue
    }

    /// Returns what the structured `setting` is set to; nil if it is not set.
    func json(_ setting: Setting) -> JSONValue? {
        values[setting.name]
    }

    private func variable(of setting: Setting) -> String? {
        setting.variable.flatMap { variables[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the error that `setting` has a wrong value. The value is quoted only if it is not secret and cannot
    /// contain a password.
    func error(_ setting: Setting, _ expected: String) -> SettingError {
        let isSecret = setting.isSecret || self[setting]?.utf8.contains(UInt8(ascii: "@")) == true
        let found = isSecret ? "" : ", not \"\(self[setting] ?? "")\""
        return SettingError(
            setting: setting.name, variable: values[setting.name] == nil ? setting.variable : nil,
            message: expected + found)
    }

    /// Returns the error that the value at `path` in the structured `setting` is wrong.
    func error(_ setting: Setting, at path: [JSONDocument.Step], _ message: String) -> SettingError {
        SettingError(setting: setting.name, variable: nil, path: path, message: message)
    }

    /// Returns the display name that `setting` is set to.
    func title(_ setting: Setting) throws(SettingError) -> String? {
        guard let title = self[setting] else { return nil }
        guard !title.isEmpty else { throw error(setting, "must be a name for people") }
        return title
    }

    /// Returns the URL that `setting` is set to.
    func url(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        let isWhole = !value.unicodeScalars.contains(where: \.isWhitespace)
        guard value.hasPrefix("http://") || value.hasPrefix("https://"), isWhole else {
            throw error(setting, "must be a URL that begins with http:// or https://")
        }
        guard URLReference(value).namesServer else {
            throw error(setting, "must name a server after the //, with a port from 1 to 65535 or none")
        }
        // A fragment is not sent, and a source would append its query to it.
        guard !value.utf8.contains(UInt8(ascii: "#")) else { throw error(setting, "must be a URL without a `#`") }
        return value
    }

    /// Returns the whole number that `setting`, which has a default, is set to.
    func integer(_ setting: Setting, in range: ClosedRange<Int>) throws(SettingError) -> Int {
        guard let number = Int(self[setting] ?? ""), range.contains(number) else {
            throw error(setting, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns the word that `setting`, which has a default, is set to: the raw value of a case.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ setting: Setting) throws(SettingError) -> Word {
        guard let word = Word(rawValue: self[setting] ?? "") else {
            throw error(setting, "must be " + Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: " or "))
        }
        return word
    }

    /// Returns the key or token that `setting` is set to: something that can be put in a header or a URL.
    func secret(_ setting: Setting) throws(SettingError) -> String? {
        guard let value = self[setting] else { return nil }
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw error(setting, "must consist of ASCII letters, digits and signs, without spaces")
        }
        return value
    }
}

extension Unicode.Scalar {
    /// Whether it is white space. ASCII needs no lookup.
    fileprivate var isWhitespace: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
