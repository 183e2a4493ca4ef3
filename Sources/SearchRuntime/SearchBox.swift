import CurlTransport
import Platform
import SearchModel
import SearchSource
import Synchronization

/// A search box on a source, run in this process on a thread of its own: debounce, latest wins, paging and the rest of
/// the rules, without a line of JSON.
///
///     let box = try SearchBox(SourceType.unicode.source())
///     box.type("snowman")
///     for await state in box.states where state.isSettled { print(state.items); break }
///
/// It may be called from any thread, and never waits. When the last reference goes, whatever runs is given up.
public final class SearchBox: Sendable {
    private let inbox: Inbox
    /// Who takes items; nil if the source searches something else.
    private let holder: (any ItemHolder)?

    /// A search box on `source`, which behaves like `pacing`; as the source wants it, if that is left out.
    ///
    /// - Parameters:
    ///   - http: How requests are sent.
    /// - Throws: `SearchBoxError` if the process can have no more descriptors or threads.
    public init(
        _ source: any Source, pacing: Pacing? = nil,
        http: CurlTransport.Configuration = CurlTransport.Configuration(userAgent: "seekline")
    ) throws(SearchBoxError) {
        holder = source.itemHolder
        do {
            let inbox = Inbox(try Wakeup())
            self.inbox = inbox
            try WorkerThread.start {
                SearchLoop(source, pacing ?? source.info.pacing, http, inbox).run()
            }
        } catch {
            throw SearchBoxError(message: "a search box needs a thread and two descriptors: \(error)")
        }
    }

    deinit {
        inbox.put(.close)
    }

    /// Gives a source that takes items, like `SourceType.list`, something to search, behind what it has if `appending`;
    /// answers what has become of them, or nil if the source takes none. `isDone`: that is all of it. What is shown follows;
    /// another box on the same source finds them when it searches next.
    @discardableResult
    public func setItems(_ items: [GivenItem], appending: Bool = false, isDone: Bool = true) -> Holding? {
        let holding = holder?.take(items, appending: appending)
        if holding != nil { inbox.put(.trigger(.filled(isDone: isDone))) }
        return holding
    }

    /// What stands in the box. `isComposing`: an input method has not confirmed it yet.
    public func type(_ text: String, isComposing: Bool = false) {
        inbox.put(.trigger(.typed(TypedText(text, isComposing: isComposing))))
    }

    /// Searches now: for `text`, or for the text in the box.
    public func submit(_ text: String? = nil) {
        inbox.put(.trigger(.submitted(text.map { TypedText($0).text })))
    }

    /// Loads the next page; with `need`, until the list holds as many items.
    public func reachedBottom(need: Int? = nil) {
        inbox.put(.trigger(.reachedBottom(Bottom(need: need))))
    }

    /// Reads the list anew.
    public func refresh() {
        inbox.put(.trigger(.refreshed))
    }

    /// Repeats what failed.
    public func retry() {
        inbox.put(.trigger(.retried))
    }

    /// Stops everything that is under way.
    public func cancel() {
        inbox.put(.trigger(.cancelled))
    }

    /// The search box as it is now, and then each time that it changes. A slow observer sees only the newest. They end with
    /// the box, which they do not keep.
    public var states: AsyncStream<SearchSnapshot> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            inbox.put(.observe(continuation))
        }
    }

    /// One item at full length. A newer one ends it.
    ///
    /// - Throws: A `SourceError`, or `CancellationError` if a newer one, `cancel` or the end of the task ended it.
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

    /// Does one of an item's `actions`: once, to its end, whatever is searched meanwhile. If the source has other items
    /// then, the list is read anew by itself.
    ///
    /// - Parameters:
    ///   - action: The `name` of the action.
    ///   - id: The id of an item in the list that is shown.
    ///   - generation: That of the snapshot in which the item was seen: only in that list it is looked for.
    /// - Throws: A `SourceError`: the list has no such item (`isNoSuchItem`), the item no such action, another action
    ///   runs, or what it failed with, which after 15 s is a `timeout`. `CancellationError` if the box went before its
    ///   end: nobody knows what has been done.
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

/// Why there can be no search box.
public struct SearchBoxError: Error, Sendable {
    /// One line for a person.
    public let message: String
}
