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

    /// How to do something with an item. It is done once: what fails is not repeated, whatever the error says, and what
    /// takes 15 s is given up. The action is one that the item came with; whether the source knows it, the source sees.
    func perform(_ request: PerformRequest) -> Work<Performed>

    /// What the service says, with this response, about the requests that it still allows; nil if it says nothing.
    func budget(in response: HTTPResponse) -> Budget?

    /// The source as one that searches what its clients give it; nil if it is none.
    var itemHolder: (any ItemHolder)? { get }

    /// The source as one that searches what others change; nil if it is none.
    var watched: (any WatchedSource)? { get }
}

extension Source {
    /// Most do nothing but search, and their items have no actions.
    public func perform(_ request: PerformRequest) -> Work<Performed> {
        .known(.failure(.noSuchAction(request.action, of: info)))
    }

    /// Most services do not say.
    public func budget(in response: HTTPResponse) -> Budget? { nil }

    /// Most find what they search.
    public var itemHolder: (any ItemHolder)? { nil }

    /// Most cannot see a change but by searching.
    public var watched: (any WatchedSource)? { nil }
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
    public var concurrency: Int {
        didSet { concurrency = max(concurrency, 1) }
    }

    /// The environment variables, settings or programs without which it does not work and which are not there. Empty if
    /// it is ready to use.
    public var missing: [String]

    /// How many requests the service allows, if that is known beforehand.
    public var allowance: Allowance?

    /// Credit that the service asks for where its results are shown.
    public var attribution: String?

    /// Whether it makes its lists on this machine: asking it costs no one else anything.
    public var isLocal: Bool

    /// How many times an answer may be gone through from end to end when it is read, at least 1: how much of it is read where
    /// others wait depends on it.
    public var readings = 1 {
        didSet { readings = max(readings, 1) }
    }

    /// Whether a query that was submitted asks for something else than one that was typed.
    public var heedsSubmit = false

    /// Whether a page without items is followed by another one, if it says where that begins: what came for it may have been
    /// told by an earlier one.
    public var saysItsEnd = false

    /// A description with these parts.
    public init(
        name: String, type: String, title: String, summary: String, pacing: Pacing = Pacing(), concurrency: Int = 4,
        missing: [String] = [], attribution: String? = nil, isLocal: Bool = false, allowance: Allowance? = nil
    ) {
        self.name = name
        self.type = type
        self.title = title
        self.summary = summary
        self.pacing = pacing
        self.concurrency = max(concurrency, 1)
        self.missing = missing
        self.attribution = attribution
        self.isLocal = isLocal
        self.allowance = allowance
    }
}
