import SearchSource
import Synchronization

/// A source that accepts items and counts them. As with a `FakeSource`, the test decides what is found in them.
public final class FakeHolder: ItemHolder {
    private let source: FakeSource

    /// Records what each call was given, for tests to inspect.
    private let given: Given
    private let held = Mutex(0)

    /// The arguments of the calls, in order.
    public final class Given: Sendable {
        fileprivate let noted = Mutex<[(items: [GivenItem], appending: Bool)]>([])

        /// The arguments of each call.
        public var calls: [(items: [GivenItem], appending: Bool)] { noted.withLock { $0 } }

        /// Creates an empty record.
        public init() {}
    }

    /// Creates a source called `name` that records in `given` what it is given.
    public init(name: String = "fake", pacing: Pacing = Pacing(), given: Given = Given()) {
        source = FakeSource(name: name, pacing: pacing, isLocal: true)
        self.given = given
    }

    /// The source's description of itself.
    public var info: SourceInfo { source.info }

    /// Returns another, empty holder like this one.
    public func emptied() -> any ItemHolder { FakeHolder(name: info.name, pacing: info.pacing, given: given) }

    /// How many items it holds.
    public var count: Int { held.withLock { $0 } }

    /// Accepts all items.
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
