import HTTP

/// Where a request goes, and where servers may redirect it to.
///
///     begin ──→ first server ──isSentOn──→ next server, `redirects` times at most
///
/// A server that everybody can reach may not redirect the request to one that only this machine or its network can
/// reach: it would make us ask what it cannot ask itself, and reveal the answer. If the first server is private,
/// whoever configured it means that network.
struct Route {
    /// Whether that is allowed nevertheless.
    let allowsPrivate: Bool

    /// Whether the first server is public; nil while that is unknown.
    private var beganPublic: Bool?
    /// Whether a server has redirected the request.
    private(set) var wasSentOn = false
    /// Whether it was redirected to where it may not go.
    private(set) var wasRefused = false

    init(allowsPrivate: Bool) {
        self.allowsPrivate = allowsPrivate
    }

    /// Returns whether the request may go to `address`, which is nil for anything but an internet address.
    mutating func allows(_ address: NetworkAddress?) -> Bool {
        guard wasSentOn, beganPublic == true, !allowsPrivate, address?.isPublic != true else { return true }
        wasRefused = true
        return false
    }

    /// Notes where the request goes.
    mutating func isSent(to address: NetworkAddress?) {
        if !wasSentOn { beganPublic = address?.isPublic }
    }

    /// Notes that a server redirects the request.
    mutating func isSentOn() {
        wasSentOn = true
    }

    /// Starts over with another request.
    mutating func begin() {
        self = Route(allowsPrivate: allowsPrivate)
    }
}
