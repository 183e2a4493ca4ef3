import CurlTransport
import Platform

/// The transport's sockets, along with what wakes their thread. They are kept from turn to turn, and replaced only when
/// they have changed.
struct WatchedSockets {
    private let wakeup: Wakeup
    private var polled = PollSet()
    private let woken: PollSet.Place
    private var sockets: [(descriptor: Int32, place: PollSet.Place)] = []
    private var changes = 0

    init(_ wakeup: Wakeup) {
        self.wakeup = wakeup
        woken = polled.add(wakeup.readEnd, for: .readable)
    }

    /// Waits until a socket is ready, the thread is woken, or `transport` has something to do.
    mutating func wait(for transport: CurlTransport) {
        if changes != transport.socketChanges {
            changes = transport.socketChanges
            watch(transport.sockets)
        }
        polled.wait(atMost: transport.deadline.map { max(.zero, SystemClock.now.duration(to: $0)) })
        if polled[woken] != [] { wakeup.drain() }
    }

    /// The sockets that were ready when the last wait ended, and for what.
    var ready: [CurlTransport.Readiness] {
        sockets.compactMap { descriptor, place in
            let readiness = polled[place]
            guard readiness != [] else { return nil }
            return CurlTransport.Readiness(
                descriptor: descriptor, canRead: !readiness.isDisjoint(with: [.readable, .hungUp]),
                canWrite: readiness.contains(.writable), hasFailed: !readiness.isDisjoint(with: .failed))
        }
    }

    private mutating func watch(_ watched: [CurlTransport.Socket]) {
        polled.removeAll(after: woken)
        sockets = watched.map { socket in
            var events: PollSet.Readiness = []
            if socket.wantsRead { events.insert(.readable) }
            if socket.wantsWrite { events.insert(.writable) }
            return (socket.descriptor, polled.add(Descriptor(socket.descriptor), for: events))
        }
    }
}
