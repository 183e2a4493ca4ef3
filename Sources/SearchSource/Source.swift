import HTTP

/// Something that can be searched: a web service, a file, a table in memory.
///
/// A source is a value that decides what to request and how to read the response. When and how often to request it, and
/// what to do with late responses and with failures, is not a source's concern.
public protocol Source: Sendable {
    /// What the source is, and how a search box for it should behave.
    var info: SourceInfo { get }

    /// Returns the work that gets one page of a list.
    func page(_ request: PageRequest) -> Work<Page>

    /// Returns the work that gets one item at full length; for an id that the source cannot have, a known `noSuchItem`.
    func detail(_ request: DetailRequest) -> Work<Detail>

    /// Returns the work that performs an action on an item. It is done once: it is not retried when it fails, whatever
    /// the error says, and is abandoned after 15 s. The action is one that the item came with; the source checks
    /// whether it knows it.
    func perform(_ request: PerformRequest) -> Work<Performed>

    /// Returns what the service says in this response about the requests that it still allows; nil if it says nothing.
    func budget(in response: HTTPResponse) -> Budget?

    /// This source, if it searches what its clients give it; otherwise nil.
    var itemHolder: (any ItemHolder)? { get }

    /// This source, if it searches what others may change; otherwise nil.
    var watched: (any WatchedSource)? { get }
}

extension Source {
    /// Most sources only search, and their items have no actions.
    public func perform(_ request: PerformRequest) -> Work<Performed> {
        .known(.failure(.noSuchAction(request.action, of: info)))
    }

    /// Most services do not say.
    public func budget(in response: HTTPResponse) -> Budget? { nil }

    /// Most sources do not get their items from clients.
    public var itemHolder: (any ItemHolder)? { nil }

    /// Most sources can only see a change by searching.
    public var watched: (any WatchedSource)? { nil }
}

/// What a source says about itself.
public struct SourceInfo: Hashable, Sendable {
    /// The name by which clients select it.
    public var name: String

    /// The type of the source: the same for all sources that are configured with it, whatever their names.
    public var type: String

    /// Its display name.
    public var title: String

    /// What it searches, in one sentence.
    public var summary: String

    /// How a search box for it behaves, unless a session overrides it.
    public var pacing: Pacing

    /// How many requests to one host may run concurrently, at least 1: services state it.
    public var concurrency: Int {
        didSet { concurrency = max(concurrency, 1) }
    }

    /// The environment variables, settings or programs that it needs and that are missing. Empty if it is ready to use.
    public var missing: [String]

    /// How many requests the service allows, if that is known in advance.
    public var allowance: Allowance?

    /// The credit that the service requires where its results are shown.
    public var attribution: String?

    /// Whether it makes its lists on this machine, so that asking it costs nobody else anything.
    public var isLocal: Bool

    /// How many times an answer may be scanned from end to end while it is read, at least 1. The higher it is, the
    /// smaller the answers that are still read on the loop, where others wait.
    public var readings = 1 {
        didSet { readings = max(readings, 1) }
    }

    /// Whether a submitted query asks for something different than a typed one.
    public var heedsSubmit = false

    /// Whether an empty page can be followed by another one, if it says where that begins: an earlier page may already
    /// have shown what came for it.
    public var saysItsEnd = false

    /// Whether it asks several other sources, each of which returns as many rows as were requested, and has their items
    /// alternate. Each item names the source that it is from.
    public var isUnion = false

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
