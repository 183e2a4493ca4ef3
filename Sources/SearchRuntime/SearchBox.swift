import CurlTransport
import Engine
import Platform
import SearchModel
import SearchSource
import Synchronization

/// A search box on a source, which runs in this process on its own thread: debounce, latest wins, paging and the other
/// rules, without any JSON.
///
///     let box = try SearchBox(SourceType.unicode.source())
///     box.type("snowman")
///     for await state in box.states where state.isSettled { print(state.items); break }
///
/// It may be used from any thread and never blocks, but `setItems` does its work on the calling thread. When the last
/// reference is released, everything that is running is abandoned.
public final class SearchBox: Sendable {
    private let inbox: Inbox
    /// The source as one that takes items; nil if it is not one.
    private let holder: (any ItemHolder)?

    /// Creates a search box on `source` that behaves according to `pacing`; by default according to the source's own.
    ///
    /// - Parameters:
    ///   - http: How requests are sent.
    ///   - log: What is called with each line that the engine as a process would log, on the box's own thread. By
    ///     default nothing is logged.
    /// - Throws: `SearchBoxError` if the process cannot have more descriptors or threads.
    public init(
        _ source: any Source, pacing: Pacing? = nil,
        http: CurlTransport.Configuration = CurlTransport.Configuration(userAgent: "seekline"),
        log: (@Sendable (LogLevel, String) -> Void)? = nil
    ) throws(SearchBoxError) {
        holder = source.itemHolder
        do {
            let inbox = Inbox(try Wakeup())
            self.inbox = inbox
            try WorkerThread.start {
                SearchLoop(source, pacing ?? source.info.pacing, http, inbox, log).run()
            }
        } catch {
            throw SearchBoxError(message: "a search box needs a thread and two descriptors: \(error)")
        }
    }

    deinit {
        inbox.put(.close)
    }

    /// Gives a source that takes items, like `SourceType.list`, something to search, in addition to what it has if
    /// `appending`. Returns what became of the items, or nil if the source takes none. `isDone` says that there are no
    /// more to come. The list that is shown is updated; another box on the same source finds the items when it searches
    /// next.
    @discardableResult
    public func setItems(_ items: [GivenItem], appending: Bool = false, isDone: Bool = true) -> Holding? {
        let holding = holder?.take(items, appending: appending)
        if holding != nil { inbox.put(.trigger(.filled(isDone: isDone))) }
        return holding
    }

    /// Sets the text in the search box. `isComposing`: an input method has not confirmed it yet.
    public func type(_ text: String, isComposing: Bool = false) {
        inbox.put(.trigger(.typed(TypedText(text, isComposing: isComposing))))
    }

    /// Searches now: for `text`, or for the text in the search box.
    public func submit(_ text: String? = nil) {
        inbox.put(.trigger(.submitted(text.map { TypedText($0).text })))
    }

    /// Loads the next page; with `need`, loads pages until the list has that many items.
    public func reachedBottom(need: Int? = nil) {
        inbox.put(.trigger(.reachedBottom(Bottom(need: need))))
    }

    /// Reads the list again.
    public func refresh() {
        inbox.put(.trigger(.refreshed))
    }

    /// Repeats what failed.
    public func retry() {
        inbox.put(.trigger(.retried))
    }

    /// Stops whatever is pending, running or opening. An action that is being performed continues.
    public func cancel() {
        inbox.put(.trigger(.cancelled))
    }

    /// The state of the search box: the current one, and then each new one. A slow observer gets only the newest. The
    /// stream ends with the box, and does not keep it alive.
    public var states: AsyncStream<SearchSnapshot> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            inbox.put(.observe(continuation))
        }
    }

    /// Gets one item at full length. A newer call ends this one.
    ///
    /// - Throws: A `SourceError`, or `CancellationError` if a newer call, `cancel` or the cancellation of the task
    ///   ended it.
    public func detail(_ id: String) async throws -> Detail {
        let wanted = Inbox.WantedDetail(id)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { inbox.put(.open(wanted, $0)) }
        } onCancel: {
            inbox.withdraw(wanted)
        }
        guard let result else { throw CancellationError() }
        return try result.get()
    }

    /// Performs one of an item's `actions` once, to its end, whatever is searched meanwhile. If the source has
    /// different items afterwards, the list is read again automatically.
    ///
    /// - Parameters:
    ///   - action: The `name` of the action.
    ///   - id: The id of an item in the list that is shown.
    ///   - generation: The generation of the snapshot in which the item was seen. It is only looked for in that list.
    /// - Throws: A `SourceError` if the list has no such item (`isNoSuchItem`), the item has no such action, another
    ///   action is running, or the action fails; after 15 s it fails with a `timeout`. `CancellationError` if the box
    ///   is released before the action has ended: then nobody knows what has been done.
    @discardableResult
    public func perform(_ action: String, with id: String, generation: Int? = nil) async throws -> Performed {
        let wanted = Inbox.Wanted(action: action, id: id, generation: generation)
        let result = await withCheckedContinuation { continuation in
            inbox.put(.perform(wanted, continuation))
        }
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}

/// Why a search box cannot be created.
public struct SearchBoxError: Error, Sendable {
    /// A one-line message for the user.
    public let message: String
}
