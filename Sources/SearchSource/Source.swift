import HTTP

/// Something that can be searched: a web service, a file, a table in memory.
///
/// A source is a value that decides what to ask and how to read the answer. When to ask, how often, what to do with
/// late answers and with failures: none of that is a source's business.
public protocol Source: Sendable {
    /// What the source is, and how a search box on it should behave.
    var info: SourceInfo { get }

    /// How to get one page of a list.
    func page(_ request: PageRequest) -> Work<Page>

    /// How to get one item at full length. For an id that the source cannot have, a known `noSuchItem`.
    func detail(_ request: DetailRequest) -> Work<Detail>

    /// What the service says, with this response, about the requests that it still allows; nil if it says nothing.
    func budget(in response: HTTPResponse) -> Budget?
}

extension Source {
    /// Most services do not say.
    public func budget(in response: HTTPResponse) -> Budget? { nil }
}

/// What a source says about itself.
public struct SourceInfo: Hashable, Sendable {
    /// The name by which clients choose it.
    public var name: String

    /// What kind of source it is: the same for all that are configured as such, whatever their names.
    public var type: String

    /// Its name for people.
    public var title: String

    /// What it searches, in one sentence.
    public var summary: String

    /// How a search box on it behaves, unless a session sets it otherwise.
    public var pacing: Pacing

    /// How many requests to one host may run at once, at least 1: services state it.
    public var concurrency: Int

    /// The environment variables or settings without which it does not work and which are not there. Empty if it is
    /// ready to use.
    public var missing: [String]

    /// Credit that the service asks for where its results are shown.
    public var attribution: String?

    /// Whether it makes its lists on this machine: asking it costs no one else anything.
    public var isLocal: Bool

    /// A description with these parts.
    public init(
        name: String, type: String, title: String, summary: String, pacing: Pacing = Pacing(), concurrency: Int = 4,
        missing: [String] = [], attribution: String? = nil, isLocal: Bool = false
    ) {
        self.name = name
        self.type = type
        self.title = title
        self.summary = summary
        self.pacing = pacing
        self.concurrency = concurrency
        self.missing = missing
        self.attribution = attribution
        self.isLocal = isLocal
    }
}
