/// How the text of a detail is meant to be read. The set is open; a client shows a format that it does not know, or does
/// not render, as it stands.
public struct TextFormat: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// The format `rawValue`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// As it stands.
    public static let plain = TextFormat(.plain)
    /// Markdown (CommonMark, with whatever its source adds to that).
    public static let markdown = TextFormat(.markdown)
    /// What `diff -u` writes.
    public static let diff = TextFormat(.diff)
    /// A program's text; the detail's `language` may say in what.
    public static let code = TextFormat(.code)

    private init(_ known: Known) {
        rawValue = known.rawValue
    }

    /// Every format that has a name here, and what it means: the word on the wire and its documentation.
    public static var all: [(text: String, summary: String)] {
        Known.allCases.map { ($0.rawValue, $0.summary) }
    }

    /// The formats that have a name here. None can be added without its documentation.
    private enum Known: String, CaseIterable {
        case plain, markdown, diff, code

        var summary: String {
            switch self {
            case .plain: "as it stands"
            case .markdown: "Markdown"
            case .diff: "what `diff -u` writes"
            case .code: "a program's text; `language` may say in what"
            }
        }
    }
}
