import JSON
import JSONRPC
import SearchSource
import Signals

/// The actions that are being performed on items: one at a time per session, independently of what it loads.
///
///     running ──it ends, `$/cancelRequest`, 15 s──→ answered, or logged if nobody waits
///
/// Nothing else ends an action: it may have been performed although nobody waits for it, and nobody could tell. So it
/// outlives its session. Whether an action may be performed is not decided here.
final class Performances {
    private final class Performance {
        let session: Session
        let request: PerformRequest
        let address: ReturnAddress?
        /// The subscription to cancel when it ends.
        var work: Subscription?

        init(_ request: PerformRequest, in session: Session, answering address: ReturnAddress?) {
            self.session = session
            self.request = request
            self.address = address
        }
    }

    private let loader: Loader
    private let emit: (Effect) -> Void
    /// The action that is being performed for each session.
    private var running: [ObjectIdentifier: Performance] = [:]
    private let openRequests = OpenRequests()
    private var onEmpty: (() -> Void)?

    init(loader: Loader, emit: @escaping (Effect) -> Void) {
        self.loader = loader
        self.emit = emit
    }

    /// Whether no action is being performed.
    var isEmpty: Bool { running.isEmpty }

    /// Returns the name of the action that is being performed for `session`; nil if there is none.
    func action(in session: Session) -> String? {
        running[ObjectIdentifier(session)]?.request.action
    }

    /// Performs `request`; the answer, if `address` wants one, comes when it is done. After that, `changed` is called
    /// if the source now has other items.
    func begin(
        _ request: PerformRequest, in session: Session, answering address: ReturnAddress?,
        changed: @escaping () -> Void
    ) {
        let address = address.map { openRequests.note($0, of: session) }
        let performance = Performance(request, in: session, answering: address)
        running[ObjectIdentifier(session)] = performance
        let work = loader.perform(request, of: session.source, session: session.name)
            .subscribe { [unowned self, unowned performance] result in
                end(performance, result)
                if case .success(let performed) = result, performed.hasChanged { changed() }
            }
        // It may have ended at once.
        if running[ObjectIdentifier(session)] === performance { performance.work = work } else { work.cancel() }
    }

    /// Gives up what the requests `id` wait for, if anything: a client may have given several the same id.
    func cancel(for id: RequestID) {
        for session in openRequests.sessions(waitingFor: id) {
            guard let performance = running[ObjectIdentifier(session)] else { continue }
            close(performance)
            let data = JSONObject([("id", .string(performance.request.item.id))])
            performance.address?.answer(ResponseError(.requestCancelled, data: data))
            tellIfEmpty()
        }
    }

    /// Calls `body` once, as soon as no action is being performed.
    func whenEmpty(_ body: @escaping () -> Void) {
        onEmpty = body
        tellIfEmpty()
    }

    /// Cancels all of them without answering.
    func giveUp() {
        for performance in running.values { close(performance) }
    }

    private func end(_ performance: Performance, _ result: Result<Performed, SourceError>) {
        close(performance)
        switch (result, performance.address) {
        case (.success(let performed), let address?):
            address.answer { $0.object(performed) }
        case (.success, nil): break
        case (.failure(let error), let address?):
            address.answer(ToldError(error, .perform, of: performance.session.sourceName).response)
        case (.failure(let error), nil):
            emit(.log(.warning, "\"\(performance.request.action)\" was not performed: \(error.message)"))
        }
        tellIfEmpty()
    }

    private func close(_ performance: Performance) {
        running[ObjectIdentifier(performance.session)] = nil
        performance.work?.cancel()
        performance.work = nil
    }

    private func tellIfEmpty() {
        guard isEmpty, let onEmpty else { return }
        self.onEmpty = nil
        onEmpty()
    }
}
