import SearchSource
import Synchronization

/// A source that takes items, and counts them; what is found in them the test says, as with a `FakeSource`.
public final class FakeHolder: ItemHolder {
    private let source: FakeSource

    /// What it was given with each call, for whoever looks.
    private let given: Given
    private let held = Mutex(0)

    /// What was given, in order.
    public final class Given: Sendable {
        fileprivate let noted = Mutex<[(items: [GivenItem], appending: Bool)]>([])

        /// Each call.
        public var calls: [(items: [GivenItem], appending: Bool)] { noted.withLock { $0 } }

        /// Nothing yet.
        public init() {}
    }

    /// A source called `name`, which notes what it is given in `given`.
    public init(name: String = "fake", pacing: Pacing = Pacing(), given: Given = Given()) {
        source = FakeSource(name: name, pacing: pacing, isLocal: true)
        self.given = given
    }

    /// What the source says about itself.
    public var info: SourceInfo { source.info }

    /// One more like this.
    public func emptied() -> any ItemHolder { FakeHolder(name: info.name, pacing: info.pacing, given: given) }

    /// How many it was given.
    public var count: Int { held.withLock { $0 } }

    /// Takes all.
    public func take(_ items: [GivenItem], appending: Bool) -> Holding {
        given.noted.withLock { $0.append((items, appending)) }
        return held.withLock { held in
            held = items.count + (appending ? held : 0)
            return Holding(held: held, dropped: 0)
        }
    }

    /// Asks the test.
    public func page(_ request: PageRequest) -> Work<Page> { source.page(request) }

    /// Asks the test.
    public func detail(_ request: DetailRequest) -> Work<Detail> { source.detail(request) }

    /// Asks the test.
    public func perform(_ request: PerformRequest) -> Work<Performed> { source.perform(request) }
}
