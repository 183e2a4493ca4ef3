/// In which language a program's text is written, as the end of its file's name says.
enum Language {
    /// The word that a detail calls it by; nil if the end says nothing.
    static func of(path: String) -> String? {
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return nil }
        return words[name[name.index(after: dot)...].lowercased()]
    }

    /// The words are those of Markdown's fenced blocks.
    private static let words = [
        "bash": "bash", "c": "c", "cc": "cpp", "clj": "clojure", "cpp": "cpp", "cs": "csharp", "css": "css",
        "dart": "dart", "el": "elisp", "erl": "erlang", "ex": "elixir", "exs": "elixir", "fish": "fish", "go": "go",
        "h": "c", "hpp": "cpp", "hs": "haskell", "html": "html", "java": "java", "jl": "julia", "js": "javascript",
        "json": "json", "jsonl": "json", "jsx": "jsx", "kt": "kotlin", "lua": "lua", "m": "objective-c",
        "md": "markdown", "mjs": "javascript", "ml": "ocaml", "nix": "nix", "php": "php", "pl": "perl",
        "ps1": "powershell", "py": "python", "r": "r", "rb": "ruby", "rs": "rust", "scala": "scala", "sh": "bash",
        "sql": "sql", "swift": "swift", "toml": "toml", "ts": "typescript", "tsx": "tsx", "vim": "vim", "xml": "xml",
        "yaml": "yaml", "yml": "yaml", "zig": "zig", "zsh": "zsh",
    ]
}
