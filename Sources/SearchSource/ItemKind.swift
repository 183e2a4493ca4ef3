/// What kind of thing an item is, as a front end might choose an icon by. The set is open; a client shows an item of an
/// unknown kind like one without a kind.
public struct ItemKind: RawRepresentable, Hashable, Sendable {
    /// The word on the wire.
    public let rawValue: String

    /// The kind `rawValue`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Whether both have the same raw value, by its bytes.
    public static func == (left: ItemKind, right: ItemKind) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// An article of an encyclopedia or of a manual.
    public static let article = ItemKind(.article)
    /// A character.
    public static let character = ItemKind(.character)
    /// Something that can be run.
    public static let command = ItemKind(.command)
    /// A file, or a folder.
    public static let file = ItemKind(.file)
    /// A picture.
    public static let image = ItemKind(.image)
    /// A line of a text.
    public static let line = ItemKind(.line)
    /// A name that somebody or something may have.
    public static let name = ItemKind(.name)
    /// A place that one can go to.
    public static let place = ItemKind(.place)
    /// Something that somebody has published.
    public static let post = ItemKind(.post)
    /// A name in a program's text.
    public static let symbol = ItemKind(.symbol)

    private init(_ known: Known) {
        rawValue = known.rawValue
    }

    /// Every kind that is declared here, and what it means: the word on the wire and its documentation.
    public static var all: [(text: String, summary: String)] {
        Known.allCases.map { ($0.rawValue, $0.summary) }
    }

    /// The kinds that are declared here. None can be added without documentation.
    private enum Known: String, CaseIterable {
        case article, character, command, file, image, line, name, place, post, symbol

        var summary: String {
            switch self {
            case .article: "an article of an encyclopedia or of a manual"
            case .character: "a character"
            case .command: "a command that can be run"
            case .file: "a file or a folder"
            case .image: "a picture"
            case .line: "a line of text"
            case .name: "a name that may be available"
            case .place: "a geographic place"
            case .post: "something published by a person"
            case .symbol: "a name in source code"
            }
        }
    }
}
