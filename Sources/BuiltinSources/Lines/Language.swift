/// The language of a source file, by its file name extension.
enum Language {
    /// Returns the word for the language in a detail; nil if the extension is unknown.
    static func of(path: String) -> String? { path.fileExtension.flatMap { words[$0.lowercased()] } }

    /// The words by extension. They are those of Markdown's fenced code blocks.
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
