import BuiltinSources

/// The documents that `--generate` prints. They are made from the tables of flags and settings, so they are up to date.
enum Generated: String, CaseIterable {
    /// The manual page, for man(1).
    case man
    /// Completions for bash.
    case bash
    /// Completions for zsh.
    case zsh
    /// Completions for fish.
    case fish

    /// The whole document, with a newline at its end.
    var text: String {
        switch self {
        case .man: ManualPage.text
        case .bash: BashCompletion.text
        case .zsh: ZshCompletion.text
        case .fish: FishCompletion.text
        }
    }

    /// Every setting that can be made on the command line, as `SOURCE.KEY`, with its description.
    static var settings: [(name: String, summary: String)] {
        let sources = SourceType.all.filter(\.isThereByItself).flatMap { type in
            type.settings.filter { !$0.isSecret }.map { (name: "\(type.name).\($0.name)", summary: $0.summary) }
        }
        return sources + HTTPSettings.all.map { (name: "\(HTTPSettings.group).\($0.name)", summary: $0.summary) }
    }
}
