import SearchSource
import Synchronization

/// The output of a program that is run once: a list that is searched like a client's own.
///
///     nothing ──search──→ loading ──the program ends──→ held ──refresh──→ loading …
///        ↑                   └──it fails──┐
///        └───────────────────────────────┘ (what is held stays)
///
/// The held list is outdated once an action has changed what the program prints: it still serves details, but a search
/// runs the program again.
///
/// Several searches may wait for one run: each that reads on helps all of them, and cancelling one does not end the
/// run.
final class CommandStore: Sendable {
    private let description: CommandDescription
    private let failures: CommandFailures
    private let state = Mutex(State())

    private struct State {
        var held: ListSource?
        /// Whether the held list, if any, is older than the last change or the last run that was requested.
        var isOutdated = false
        /// The list that is being read; its run began after the last change.
        var loading: CommandListing?
    }

    /// The maximum number of rows to request at a time.
    private static let mostAtOnce = 10_000

    init(_ description: CommandDescription, _ failures: CommandFailures) {
        self.description = description
        self.failures = failures
    }

    /// Calls `then` with the list once it is loaded.
    ///
    /// - Parameters:
    ///   - isFresh: Whether to run the program again.
    ///   - mayBeOutdated: Whether a list from before the last change will do.
    func list<Answer>(
        isFresh: Bool = false, mayBeOutdated: Bool = false, then: @escaping @Sendable (ListSource) -> Work<Answer>
    ) -> Work<Answer> {
        let (held, loading, isNew) = state.withLock { state -> (ListSource?, CommandListing?, Bool) in
            if !isFresh, mayBeOutdated || !state.isOutdated, let held = state.held { return (held, nil, false) }
            if !isFresh, let loading = state.loading { return (nil, loading, false) }
            state.loading = (try? description.command(for: "")).map {
                CommandListing(of: $0, description.reader, failures)
            }
            return (nil, state.loading, true)
        }
        if let held { return then(held) }
        guard let loading else { return .known(.failure(.givenUp)) }
        return rows(of: loading, beginsPage: isNew, then: then)
    }

    /// Notes that the program now prints another list: what is held or being read is outdated.
    func outdate() {
        state.withLock { state in
            state.isOutdated = true
            state.loading = nil
        }
    }

    private func rows<Answer>(
        of loading: CommandListing, beginsPage: Bool, then: @escaping @Sendable (ListSource) -> Work<Answer>
    ) -> Work<Answer> {
        let first = loading.count
        let call = ChildCall(loading.run, from: first, atMost: Self.mostAtOnce, beginsPage: beginsPage)
        return .child(call) { [self] answer in
            // Away from the loop: this many rows take a while to read.
            .local { [self] (_) -> Work<Answer> in
                if let error = loading.take(answer.rows, from: first) { return failed(loading, error) }
                guard let end = answer.end else { return rows(of: loading, beginsPage: false, then: then) }
                if end == .isGone {
                    // Another search may have read past this one; if not, nobody has waited for the list for a minute.
                    if loading.count > first { return rows(of: loading, beginsPage: false, then: then) }
                    state.withLock { state in
                        guard state.loading === loading else { return }
                        // The held list is older than the one that was requested.
                        (state.loading, state.isOutdated) = (nil, true)
                    }
                    loading.run.end()
                    return list(then: then)
                }
                let isPartial = loading.count > 0 && description.partial.contains(end)
                if !isPartial, let error = failures.error(for: end, lastWords: answer.lastWords) {
                    return failed(loading, error)
                }
                if isPartial { loading.list.endPartially() }
                state.withLock { state in
                    guard state.loading === loading else { return }
                    state.held = loading.list
                    state.isOutdated = false
                    state.loading = nil
                }
                return then(loading.list)
            }
        }
    }

    private func failed<Answer>(_ loading: CommandListing, _ error: SourceError) -> Work<Answer> {
        state.withLock { state in
            if state.loading === loading { state.loading = nil }
        }
        loading.run.end()
        return .known(.failure(error))
    }
}
