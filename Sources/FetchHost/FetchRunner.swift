import CurlTransport
import Engine
import Platform

/// Does the work that sources want done, for a host's loop: requests with libcurl, computations on worker threads,
/// programs as child processes. None of it runs on the loop itself.
///
/// Results wake the loop through `wakeup`; the loop then takes them.
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

    /// Starts a piece of work.
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

    /// Cancels a piece of work. No result is reported for it.
    package func cancel(_ id: FetchID) {
        requests.cancel(id)
        workers.cancel(id)
        children.cancel(id)
    }

    /// Takes the lines to log: what long-running programs wrote to standard error, and what they did wrong.
    package func takeSaid() -> [String] {
        children.takeSaid()
    }

    /// Takes the results of the work that has finished since this was last called.
    package func takeFinished() -> [(id: FetchID, result: FetchResult)] {
        let computed = workers.takeFinished().map { (id: $0.id, result: FetchResult.computed($0.computed)) }
        return requests.takeFinished() + computed
            + children.takeFinished().map { (id: $0.id, result: FetchResult.rows($0.rows)) }
    }
}
