import JSON
import SearchSource

extension CommandSource {
    static let settings = [
        Setting(
            "argv", isStructured: true,
            "the program and its arguments, an array; the element `{query}` is what was typed; required"),
        Setting(
            "run",
            "`each` runs it for each query, `once` searches its output, `provider` queries it while it runs; `each` if there is `{query}`"
        ),
        Setting(
            "format", "the format of its output: `lines`, `nul` for strings that end with a NUL, or `jsonl`; `lines`"),
        Setting(
            "pattern",
            "what a line contains: as for `lines`, or a pattern with names in braces: `{title} - {snippet}`; `text`"
        ),
        Setting(
            "item", isStructured: true, "how the members of an item are made from a row: strings with names in braces"),
        Setting("env", isStructured: true, "environment variables, an object"),
        Setting("cwd", "the working directory"),
        Setting(
            "nothingFound", isStructured: true, isLiteral: true,
            "the exit codes for \"nothing found\", a number or an array"),
        Setting(
            "nothingFoundInSilence", isStructured: true, isLiteral: true,
            "the exit codes that mean the same if nothing was written to standard error"),
        Setting(
            "partial", isStructured: true, isLiteral: true,
            "the exit codes for results that are incomplete because not everything could be searched"),
        Setting(
            "keep", isStructured: true, isLiteral: true,
            "whether the output of a program that is run once is kept; false runs it again for each query; true"),
        Setting(
            "requires", isStructured: true,
            "the programs that it needs, an array; a program with several possible names is an array of these"),
        Setting("options", isStructured: true, "how its search box behaves: the options of `openSession`"),
        Setting(
            "dashes",
            "how a query with a leading `-` is handled: `pass`, `refuse`, or `auto`: passed only after a `--`; `auto`"
        ),
        Setting(
            "detail", isStructured: true,
            "the program that prints the detail of an item: `argv` with names of the item's parts in braces, `format`"),
        Setting(
            "actions", isStructured: true,
            "the actions on an item, an array: `name`, `title` and `argv` of each, and whether it `changes` the list"
        ),
        Setting(
            "timeoutMs",
            "how long a page, a run, or a request to a long-running program may take, in milliseconds; 15000"
        ),
        Setting(
            "settings", isStructured: true, "settings that a long-running program receives when it starts, an object"),
        Setting("idleMs", "how long a long-running program may be idle before it is ended; for ever, if it is not set"),
        Setting("title", "the title to show; by default the name of the program"),
    ]

    static let type: SourceType = SourceType(
        name: "command", summary: "the output of a program", settings: settings, isThereByItself: false
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
