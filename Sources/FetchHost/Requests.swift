import CurlTransport
import Engine
import HTTP
import Platform
import Synchronization

/// Sends HTTP requests with libcurl on its own thread. Some steps take tens of milliseconds at a time: loading libcurl,
/// reading the trusted certificates, decompressing. The loop waits for none of them.
///
///     send, cancel ──→ orders ──→ CurlTransport ──→ finished ──takeFinished──→
///
/// The thread starts with the first request, and ends once this object is released.
package final class Requests: Sendable {
    private let line: Line

    /// Starts out without requests. Results wake the loop through `wakeup`.
    package init(_ configuration: CurlTransport.Configuration, wakeup: Wakeup) {
        line = Line(configuration, loop: wakeup)
    }

    deinit { line.orders.give(.stop) }

    /// Sends a request, now or when its turn comes: at most `concurrency` requests to its host run at once.
    package func send(_ request: HTTPRequest, id: FetchID, concurrency: Int) {
        line.send(request, id, concurrency)
    }

    /// Cancels the request `id`, if there is one. No result is reported for it.
    package func cancel(_ id: FetchID) {
        line.cancel(id)
    }

    /// Takes the results of the requests that have finished since this was last called.
    package func takeFinished() -> [(id: FetchID, result: FetchResult)] {
        line.takeFinished()
    }
}

/// The orders from the loop to the thread, and the results on their way back.
private final class Line: Sendable {
    enum Order: Sendable {
        case send(HTTPRequest, id: Int, concurrency: Int)
        case cancel(id: Int)
        case stop
    }

    private struct State {
        /// The requests whose results are wanted.
        var wanted: Set<FetchID> = []
        var finished: [(id: FetchID, result: FetchResult)] = []
    }

    let orders = Orders<Order>()
    private let configuration: CurlTransport.Configuration
    private let loop: Wakeup
    private let state = Mutex(State())

    init(_ configuration: CurlTransport.Configuration, loop: Wakeup) {
        self.configuration = configuration
        self.loop = loop
    }

    // MARK: From the loop

    func send(_ request: HTTPRequest, _ id: FetchID, _ concurrency: Int) {
        state.withLock { _ = $0.wanted.insert(id) }
        do {
            try orders.startThread { [self] in serve($0) }
            orders.give(.send(request, id: id.number, concurrency: concurrency))
        } catch {
            finish([(id.number, .failure(TransportError(.exhausted, "no request can be sent: \(error)")))])
        }
    }

    func cancel(_ id: FetchID) {
        let isUnderWay = state.withLock { state in
            guard state.wanted.remove(id) != nil else { return false }
            state.finished.removeAll { $0.id == id }
            return true
        }
        if isUnderWay { orders.give(.cancel(id: id.number)) }
    }

    func takeFinished() -> [(id: FetchID, result: FetchResult)] {
        state.withLock { state in
            guard !state.finished.isEmpty else { return [] }
            defer { state.finished = [] }
            for (id, _) in state.finished { state.wanted.remove(id) }
            return state.finished
        }
    }

    // MARK: On the thread

    private func serve(_ wakeup: Wakeup) {
        let transport = CurlTransport(configuration, wallClock: { SystemClock.wallSeconds })
        var watched = WatchedSockets(wakeup)
        while true {
            for order in orders.take() {
                switch order {
                case .send(let request, let id, let concurrency):
                    transport.send(request, id: id, concurrency: concurrency, now: SystemClock.now)
                case .cancel(let id): transport.cancel(id: id, now: SystemClock.now)
                case .stop: return
                }
            }
            transport.act(on: watched.ready, now: SystemClock.now)
            finish(transport.takeCompleted())
            watched.wait(for: transport)
        }
    }

    private func finish(_ completed: [(id: Int, result: Result<HTTPResponse, TransportError>)]) {
        guard !completed.isEmpty else { return }
        let isNews = state.withLock { state in
            let wasEmpty = state.finished.isEmpty
            for (number, result) in completed where state.wanted.contains(FetchID(number)) {
                state.finished.append((FetchID(number), FetchResult(result)))
            }
            return wasEmpty && !state.finished.isEmpty
        }
        if isNews { loop.wake() }
    }
}

extension FetchResult {
    fileprivate init(_ result: Result<HTTPResponse, TransportError>) {
        switch result {
        case .success(let response): self = .response(response)
        case .failure(let error): self = .failed(error)
        }
    }
}
