import JSON
import SearchSource

/// A kind of source that configuration can make instances of: declared once, with its settings.
public struct SourceType: Sendable {
    /// Its name in `sources.NAME.type`, and the name of the instance that is there without configuration.
    public let name: String

    /// What it searches, in one sentence.
    public let summary: String

    /// What can be set, in the order of the documentation.
    public let settings: [Setting]

    /// Whether there is an instance without configuration, called like the type.
    public var isThereByItself = true

    /// What it has beside that, if a shipped description makes it.
    public internal(set) var shipped: Shipped?

    /// The programs that it needs, if it runs some: of one that may have several names the first.
    public internal(set) var requires: [String] = []

    /// Whether it is made of other sources, which have to be there before it.
    public var isMadeOfOthers = false

    /// Makes an instance called `name`.
    public let make: @Sendable (_ name: String, _ settings: Settings) throws(SettingError) -> any Source

    /// An instance with these settings, by their names; called like the type if `name` is left out.
    ///
    /// - Throws: A `SettingError` if there is no such setting, or it has a value that it cannot have.
    public func source(
        _ settings: [String: JSONValue] = [:], named name: String? = nil
    ) throws(SettingError) -> any Source {
        var values: [String: JSONValue] = [:]
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { values[name] = try self.value(value, of: name) }
        return try make(name ?? self.name, Settings(values))
    }

    /// What can be set under `name`.
    ///
    /// - Throws: A `SettingError` that says what can be set, if that cannot.
    public func setting(_ name: String) throws(SettingError) -> Setting {
        if let setting = settings.first(where: { $0.name == name }) { return setting }
        let meant = NearName.nearest(to: name, among: settings.map(\.name)).map { "is `\($0)` meant? " } ?? ""
        let known = settings.isEmpty ? "nothing to set" : settings.map(\.name).joined(separator: ", ")
        throw SettingError(
            setting: name, variable: nil, message: "there is no such setting; \(meant)\(self.name) has \(known)")
    }

    /// What the setting `name` of a source is when it is set to `value`: a text, unless it can be more.
    private func value(_ value: JSONValue, of name: String) throws(SettingError) -> JSONValue {
        if try setting(name).isStructured { return value }
        guard let text = value.scalar else {
            throw SettingError(
                setting: name, variable: nil,
                message: "must be a string, a number or a boolean, not \(value.kind)")
        }
        return .string(text)
    }

    // MARK: What there is

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
