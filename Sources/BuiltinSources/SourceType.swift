import JSON
import SearchSource

/// A kind of source that the configuration can create instances of: declared once, with its settings.
public struct SourceType: Sendable {
    /// Its name in `sources.NAME.type`, and the name of the instance that exists without configuration.
    public let name: String

    /// What it searches, in one sentence.
    public let summary: String

    /// What can be set, in the order of the documentation.
    public let settings: [Setting]

    /// Whether there is an instance without configuration, named after the type.
    public var isThereByItself = true

    /// Additional properties of a type that a shipped description makes; nil for any other.
    public internal(set) var shipped: Shipped?

    /// The programs that it needs, if it runs any: the first name of one that has several.
    public internal(set) var requires: [String] = []

    /// Whether it is made of other sources, which have to exist before it does.
    public var isMadeOfOthers = false

    /// Makes an instance called `name`.
    public let make: @Sendable (_ name: String, _ settings: Settings) throws(SettingError) -> any Source

    /// Makes an instance with these settings, by their names. It is named after the type if `name` is nil.
    ///
    /// - Throws: A `SettingError` if there is no such setting, or its value is invalid.
    public func source(
        _ settings: [String: JSONValue] = [:], named name: String? = nil
    ) throws(SettingError) -> any Source {
        var values: [String: JSONValue] = [:]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { values[name] = try self.value(value, of: name) }
        return try make(name ?? self.name, Settings(values))
    }

    /// Returns the setting called `name`.
    ///
    /// - Throws: A `SettingError` that lists the settings, if there is none with this name.
    public func setting(_ name: String) throws(SettingError) -> Setting {
        if let setting = settings.first(where: { $0.name == name }) { return setting }
        let meant = NearName.nearest(to: name, among: settings.map(\.name)).map { "is `\($0)` meant? " } ?? ""
        let known = settings.isEmpty ? "nothing to set" : settings.map(\.name).joined(separator: ", ")
        throw SettingError(
            setting: name, variable: nil, message: "there is no such setting; \(meant)\(self.name) has \(known)")
    }

    /// Returns `value` as the setting `name` stores it: as a string, unless the setting is structured.
    private func value(_ value: JSONValue, of name: String) throws(SettingError) -> JSONValue {
        if try setting(name).isStructured { return value }
        guard let text = value.scalar else {
            throw SettingError(
                setting: name, variable: nil,
                message: "must be a string, a number or a boolean, not \(value.kind)")
        }
        return .string(text)
    }

    // MARK: All types

    /// `unicode`
    public static let unicode = UnicodeCharacters.type
    /// `wikipedia`
    public static let wikipedia = Wikipedia.type
    /// `qiita`
    public static let qiita = Qiita.type
    /// `hotpepper`
    public static let hotPepper = HotPepper.type
    /// `yahoo-images`
    public static let yahooImages = YahooImages.type
    /// `account-id`
    public static let accountID = AccountID.type
    /// `list`
    public static let list = ListSource.type
    /// `lines`
    public static let lines = LinesSource.type
    /// `http`
    public static let http = DescribedAPI.type
    /// `sqlite`
    public static let sqlite = SQLiteSource.type
    /// `command`
    public static let command = CommandSource.type

    /// Every kind of source, in the order in which they are listed.
    public static let all: [SourceType] = [
        .unicode, .wikipedia, .qiita, .hotPepper, .yahooImages, .accountID, .list, .lines, .http, .sqlite,
        .command, .union,
    ]
}

extension SourceInfo {
    /// The description of an instance of `type`.
    init(
        _ type: SourceType, name: String, title: String, pacing: Pacing, concurrency: Int = 4,
        missing: [String] = [], attribution: String? = nil, isLocal: Bool = false
    ) {
        self.init(
            name: name, type: type.name, title: title, summary: type.summary, pacing: pacing, concurrency: concurrency,
            missing: missing, attribution: attribution, isLocal: isLocal)
    }
}
