import CurlTransport
import Engine
import Platform

/// Does what sources want done, for whoever has a loop: requests by libcurl, computations on worker threads, programs as
/// children. The loop itself does nothing of it.
///
/// What has come of it wakes the loop by its wake-up, which then asks for it.
package final class FetchRunner {
    private let requests: Requests
    private let workers: Workers
    private let children: Children

    /// A runner that has nothing to do.
    package init(_ http: CurlTransport.Configuration, wakeup: Wakeup) {
        requests = Requests(http, wakeup: wakeup)
        workers = Workers(wakeup: wakeup)
        children = Children(wakeup: wakeup)
    }

    /// Begins with a piece of work.
    package func start(_ id: FetchID, _ fetch: Fetch) {
        switch fetch {
        case .http(let request, let concurrency):
            requests.send(request, id: id, concurrency: concurrency)
        case .local(let job):
            workers.start(job, id: id)
        case .child(let call):
            children.start(call, id: id)
        }
    }

    /// Gives up a piece of work: nothing comes of it any more.
    package func cancel(_ id: FetchID) {
        requests.cancel(id)
        workers.cancel(id)
        children.cancel(id)
    }

    /// What programs have told people since this was last asked.
    package func takeSaid() -> [String] {
        children.takeSaid()
    }

    /// What has come of pieces of work since this was last asked.
    package func takeFinished() -> [(id: FetchID, result: FetchResult)] {
        let computed = workers.takeFinished().map { (id: $0.id, result: FetchResult.computed($0.computed)) }
        return requests.takeFinished() + computed
            + children.takeFinished().map { (id: $0.id, result: FetchResult.rows($0.rows)) }
    }
}
