import CurlTransport
import Engine
import Platform
import Signals

/// Does what sources want done, for whoever has a loop: requests by libcurl, computations on worker threads.
///
/// The loop waits for `wakeup`, for the transport's sockets and until `deadline`, and then calls `goOn`.
package final class FetchRunner {
    private let transport: CurlTransport
    private let workers: Workers

    /// A runner that has nothing to do. Its workers wake the loop by `wakeup`.
    package init(_ http: CurlTransport.Configuration, wakeup: Wakeup) {
        transport = CurlTransport(http, wallClock: { SystemClock.wallSeconds })
        workers = Workers(wakeup: wakeup)
    }

    /// The sockets to be watched.
    package var sockets: [CurlTransport.Socket] { transport.sockets }

    /// Counts the changes of `sockets`.
    package var socketChanges: Int { transport.socketChanges }

    /// Begins with a piece of work.
    package func start(_ id: FetchID, _ fetch: Fetch, now: Instant) {
        switch fetch {
        case .http(let request, let concurrency):
            transport.send(request, id: id.number, concurrency: concurrency, now: now.nanoseconds)
        case .local(let job):
            workers.start(job, id: id, kind: job.isReading ? .reading : .computing)
        }
    }

    /// Gives up a piece of work: nothing comes of it any more.
    package func cancel(_ id: FetchID, now: Instant) {
        transport.cancel(id: id.number, now: now.nanoseconds)
        workers.cancel(id)
    }

    /// When `goOn` must be called even if nothing is ready; nil if that is not necessary.
    package var deadline: Instant? { transport.deadline.map(Instant.init(nanoseconds:)) }

    /// Whether `goOn` is to be called at once, without waiting first.
    package func isDue(_ now: Instant) -> Bool { transport.isDue(now.nanoseconds) }

    /// Goes on with the requests; answers what has become of them.
    package func goOn(ready: [CurlTransport.Readiness], now: Instant) -> [(id: FetchID, result: FetchResult)] {
        transport.act(on: ready, now: now.nanoseconds)
        return transport.takeCompleted().map { id, result in
            switch result {
            case .success(let response): (FetchID(id), .response(response))
            case .failure(let error): (FetchID(id), .failed(error))
            }
        }
    }

    /// What has been computed since this was last asked: to be asked when the loop was woken.
    package func takeComputed() -> [(id: FetchID, result: FetchResult)] {
        workers.takeFinished().map { ($0.id, .computed($0.computed)) }
    }
}
