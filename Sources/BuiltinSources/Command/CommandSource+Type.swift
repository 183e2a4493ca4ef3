import JSON
import SearchSource

extension CommandSource {
    static let settings = [
        Setting(
            "argv", isStructured: true,
            "the program and what it is given, an array; the element `{query}` is what was typed; needed"),
        Setting(
            "run",
            "`each` runs it for each query, `once` searches what it has printed, `provider` asks one that stays; `each` if there is `{query}`"
        ),
        Setting("format", "what it prints: `lines`, `nul` for texts that a NUL ends, or `jsonl`; `lines`"),
        Setting(
            "pattern",
            "what stands in a line: as for the source `lines`, or a text with names in braces: `{title} - {snippet}`; `text`"
        ),
        Setting("item", isStructured: true, "what of a row is which member of an item: texts with names in braces"),
        Setting("env", isStructured: true, "variables for its environment, an object"),
        Setting("cwd", "the folder in which it runs"),
        Setting(
            "nothingFound", isStructured: true, isLiteral: true,
            "the exit codes that mean that nothing was found, a number or an array"),
        Setting(
            "nothingFoundInSilence", isStructured: true, isLiteral: true,
            "the exit codes that mean that if nothing is said on standard error"),
        Setting(
            "partial", isStructured: true, isLiteral: true,
            "the exit codes that mean that some was found, and not everything could be searched"),
        Setting(
            "keep", isStructured: true, isLiteral: true,
            "whether the list of a program that is run once is kept; false runs it for each query; true"),
        Setting(
            "requires", isStructured: true,
            "the programs that it needs, an array; those that have one of several names are an array of these"),
        Setting("options", isStructured: true, "how a search box on it behaves: the options of `openSession`"),
        Setting(
            "dashes",
            "what becomes of a query that begins with `-`: `pass`, `refuse`, or `auto`: passed on behind a `--`; `auto`"
        ),
        Setting(
            "detail", isStructured: true,
            "the program that says an item at full length: `argv` with names of the item's parts in braces, `format`"),
        Setting(
            "actions", isStructured: true,
            "what can be done with an item, an array: of each the `name`, `title` and `argv`, and whether it `changes` the list"
        ),
        Setting(
            "timeoutMs",
            "how long a page may take, all of it if it is run once, or any request to one that stays, in milliseconds; 15000"
        ),
        Setting("settings", isStructured: true, "what a program that stays is told when it is started, an object"),
        Setting("idleMs", "after how long without a request a program that stays is ended; never, if it is not set"),
        Setting("title", "its name for people; the program's, if it is not set"),
    ]

    static let type: SourceType = SourceType(
        name: "command", summary: "what a program prints", settings: settings, isThereByItself: false
    ) { (name, settings) throws(SettingError) in
        try make(name, type, JSONObject(), settings)
    }

    /// Returns the source that `members` describe, overridden by `settings`.
    static func make(
        _ name: String, _ type: SourceType, _ members: JSONObject, _ settings: Settings
    ) throws(SettingError) -> any Source {
        var members = members
        for setting in Self.settings {
            if let value = settings.json(setting) { members[setting.name] = value }
        }
        do throws(DescriptionErrors) {
            let description = try CommandDescription(members, name: name)
            return description.run == .provider
                ? ProviderSource(name: name, type: type, description)
                : CommandSource(name: name, type: type, description)
        } catch {
            throw SettingError(error, of: "argv")
        }
    }
}
