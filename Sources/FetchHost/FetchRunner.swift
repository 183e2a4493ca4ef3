import CurlTransport
import Engine
import Platform
import Time

/// Does what sources want done, for whoever has a loop: requests by libcurl, computations on worker threads, programs as
/// children.
///
/// The loop waits for `wakeup`, for the transport's sockets and until `deadline`, and then calls `goOn`.
package final class FetchRunner {
    private let transport: CurlTransport
    private let workers: Workers
    private let children: Children

    /// A runner that has nothing to do. Its workers wake the loop by `wakeup`.
    package init(_ http: CurlTransport.Configuration, wakeup: Wakeup) {
        transport = CurlTransport(http, wallClock: { SystemClock.wallSeconds })
        workers = Workers(wakeup: wakeup)
        children = Children(wakeup: wakeup)
    }

    /// The sockets to be watched.
    package var sockets: [CurlTransport.Socket] { transport.sockets }

    /// Counts the changes of `sockets`.
    package var socketChanges: Int { transport.socketChanges }

    /// Begins with a piece of work.
    package func start(_ id: FetchID, _ fetch: Fetch, now: Instant) {
        switch fetch {
        case .http(let request, let concurrency):
            transport.send(request, id: id.number, concurrency: concurrency, now: now)
        case .local(let job):
            workers.start(job, id: id)
        case .child(let call):
            children.start(call, id: id)
        }
    }

    /// Gives up a piece of work: nothing comes of it any more.
    package func cancel(_ id: FetchID, now: Instant) {
        transport.cancel(id: id.number, now: now)
        workers.cancel(id)
        children.cancel(id)
    }

    /// When `goOn` must be called even if nothing is ready; nil if that is not necessary.
    package var deadline: Instant? { transport.deadline }

    /// Whether `goOn` is to be called at once, without waiting first.
    package func isDue(_ now: Instant) -> Bool { transport.isDue(now) }

    /// Goes on with the requests; answers what has become of them.
    package func goOn(ready: [CurlTransport.Readiness], now: Instant) -> [(id: FetchID, result: FetchResult)] {
        transport.act(on: ready, now: now)
        return transport.takeCompleted().map { id, result in
            switch result {
            case .success(let response): (FetchID(id), .response(response))
            case .failure(let error): (FetchID(id), .failed(error))
            }
        }
    }

    /// What programs have told people since this was last asked: to be asked when the loop was woken.
    package func takeSaid() -> [String] {
        children.takeSaid()
    }

    /// What has been computed, and come of programs, since this was last asked: to be asked when the loop was woken.
    package func takeComputed() -> [(id: FetchID, result: FetchResult)] {
        let computed = workers.takeFinished().map { (id: $0.id, result: FetchResult.computed($0.computed)) }
        return computed + children.takeFinished().map { (id: $0.id, result: FetchResult.rows($0.rows)) }
    }
}
