/// How the text of a detail is to be read. The set is open; a client shows a format that it does not know, or does not
/// render, as plain text.
public struct TextFormat: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// The format `rawValue`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Plain text.
    public static let plain = TextFormat(.plain)
    /// Markdown (CommonMark, plus whatever extensions its source uses).
    public static let markdown = TextFormat(.markdown)
    /// The output of `diff -u`.
    public static let diff = TextFormat(.diff)
    /// Source code; the detail's `language` may say in which language.
    public static let code = TextFormat(.code)

    private init(_ known: Known) {
        rawValue = known.rawValue
    }

    /// Every format that is declared here, and what it means: the word on the wire and its documentation.
    public static var all: [(text: String, summary: String)] {
        Known.allCases.map { ($0.rawValue, $0.summary) }
    }

    /// The formats that are declared here. None can be added without documentation.
    private enum Known: String, CaseIterable {
        case plain, markdown, diff, code

        var summary: String {
            switch self {
            case .plain: "plain text"
            case .markdown: "Markdown"
            case .diff: "the output of `diff -u`"
            case .code: "source code; `language` may say in which language"
            }
        }
    }
}
