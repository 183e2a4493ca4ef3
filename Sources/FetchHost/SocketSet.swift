import CurlTransport
import Platform

/// The transport's sockets among what a loop waits for.
package struct SocketSet {
    private let sockets: [(descriptor: Int32, place: PollSet.Place)]

    /// No sockets.
    package init() {
        sockets = []
    }

    /// Adds `sockets` to `polled`.
    package init(_ sockets: [CurlTransport.Socket], in polled: inout PollSet) {
        self.sockets = sockets.map { socket in
            var events: PollSet.Readiness = []
            if socket.wantsRead { events.insert(.readable) }
            if socket.wantsWrite { events.insert(.writable) }
            return (socket.descriptor, polled.add(Descriptor(socket.descriptor), for: events))
        }
    }

    /// Those that were ready when `polled` was last waited for, and for what.
    package func ready(in polled: PollSet) -> [CurlTransport.Readiness] {
        sockets.compactMap { descriptor, place in
            let readiness = polled[place]
            guard readiness != [] else { return nil }
            return CurlTransport.Readiness(
                descriptor: descriptor, canRead: !readiness.isDisjoint(with: [.readable, .hungUp]),
                canWrite: readiness.contains(.writable), hasFailed: !readiness.isDisjoint(with: .failed))
        }
    }
}
