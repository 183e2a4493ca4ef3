import JSON
import Platform
import SQLite
import SearchSource

extension SQLiteSource {
    private static let path = Setting("path", "the file; `~/` is the home folder; required")
    private static let select = Setting(
        "select", isStructured: true,
        "a SELECT with a column `id` and the parameters `:query` or `:match`, `:limit` and `:offset`; required")
    private static let detail = Setting(
        "detail", isStructured: true, "a SELECT of one row, with the parameter `:id`")
    private static let title = Setting("title", "the title to show; by default the name of the file")
    private static let immutable = Setting(
        "immutable", default: "false", "`true` reads the file as it is, ignoring locks of other programs")
    private static let timeLimit = Setting("timeoutMs", default: "5000", "how long a SELECT may take, in milliseconds")

    static let type = SourceType(
        name: "sqlite", summary: "the rows of a SQLite database, by your own SELECT",
        settings: [path, select, detail, title, immutable, timeLimit], isThereByItself: false
    ) { (name, settings) throws(SettingError) in try SQLiteSource(name: name, settings) }

    private init(name: String, _ settings: Settings) throws(SettingError) {
        let isImmutable: Truth = try settings.word(Self.immutable)
        let limit = try settings.integer(Self.timeLimit, in: 1...600_000)
        let database = Database(
            path: try Self.file(settings), isImmutable: isImmutable == .yes, timeLimit: .milliseconds(limit))
        guard let select = try Self.statement(settings, Self.select, needs: [":limit"], and: Self.searching) else {
            throw settings.error(Self.select, at: [], "must be a SELECT")
        }
        guard Self.searched.contains(where: select.has) else {
            let names = Self.searched.map { "`\($0)`" }.joined(separator: " or ")
            throw settings.error(Self.select, at: [], "must have the parameter \(names): what is searched for")
        }
        var pacing = Pacing()
        pacing.debounce = .milliseconds(30)
        pacing.minLength = select.has(":match") ? 1 : 0
        pacing.maxPages = Pacing.mostPages
        let title = try settings.title(Self.title) ?? database.path.split(separator: "/").last.map(String.init) ?? name
        self.init(
            SourceInfo(
                Self.type, name: name, title: title, pacing: pacing,
                missing: SQLiteLibrary.fault == nil ? [] : ["libsqlite3"], isLocal: true),
            database, select: select, detail: try Self.statement(settings, Self.detail, needs: [":id"], and: []))
    }

    private enum Truth: String, CaseIterable {
        case no = "false"
        case yes = "true"
    }

    /// The parameters for the query: without either, a SELECT would find the same whatever is typed.
    private static let searched = [":query", ":match"]

    /// The parameters that a SELECT of a search may have, besides how many rows are wanted.
    private static let searching = searched + [":offset", ":begin", ":end"]

    private static func file(_ settings: Settings) throws(SettingError) -> String {
        guard let path = settings[path], !path.isEmpty, !path.utf8.contains(0) else {
            throw settings.error(Self.path, "must be the path of a file")
        }
        guard path.hasPrefix("~/"), let home = ThisProcess.environment("HOME") else { return path }
        return home + path.dropFirst()
    }

    private static func statement(
        _ settings: Settings, _ setting: Setting, needs needed: [String], and possible: [String]
    ) throws(SettingError) -> SelectText? {
        guard let text = try text(settings, setting) else { return nil }
        let statement: SelectText
        do {
            statement = try SelectText(text, setting: setting.name)
        } catch {
            let message = error == .isNoSelect ? "must be a SELECT" : "must be a single SELECT, with nothing after it"
            throw settings.error(setting, at: [], message)
        }
        for name in needed where !statement.has(name) {
            throw settings.error(setting, at: [], "must have the parameter `\(name)`")
        }
        let known = needed + possible
        for name in statement.parameters where !known.contains(where: { $0.hasSameBytes(as: name) }) {
            let names = known.map { "`\($0)`" }.joined(separator: ", ")
            throw settings.error(setting, at: [], "has the parameter `\(name)`, and can have \(names)")
        }
        return statement
    }

    /// Returns the text of a statement, which may be an array of lines.
    private static func text(_ settings: Settings, _ setting: Setting) throws(SettingError) -> String? {
        guard let value = settings.json(setting) else { return nil }
        let lines = value.array?.map(\.string) ?? [value.string]
        for (index, line) in lines.enumerated() where line == nil {
            guard value.array != nil else {
                throw settings.error(setting, at: [], "must be a string, or an array of its lines")
            }
            throw settings.error(setting, at: [.element(index)], "must be a string")
        }
        return lines.compactMap(\.self).joined(separator: "\n")
    }
}
