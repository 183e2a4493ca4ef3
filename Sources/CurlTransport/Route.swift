import HTTP

/// Where a request goes, and where the servers may send it on to.
///
///     begin ──→ first server ──isSentOn──→ next server, five times at most
///
/// A server that everybody can reach may not send the request on to one that only this machine or its network can: it
/// would have us ask what it cannot ask itself, and tell what we hear. Where the first one is private, whoever
/// configured it means that network.
struct Route {
    /// Whether that is allowed after all.
    let allowsPrivate: Bool

    /// Whether the first server is public; nil as long as nobody knows.
    private var beganPublic: Bool?
    /// Whether a server has sent the request on.
    private(set) var wasSentOn = false
    /// Whether it was to go where it may not.
    private(set) var wasRefused = false

    init(allowsPrivate: Bool) {
        self.allowsPrivate = allowsPrivate
    }

    /// Whether the request may go to `address`; nil for one that is no internet address.
    mutating func allows(_ address: NetworkAddress?) -> Bool {
        guard wasSentOn, beganPublic == true, !allowsPrivate, address?.isPublic != true else { return true }
        wasRefused = true
        return false
    }

    /// Takes note of where the request goes.
    mutating func isSent(to address: NetworkAddress?) {
        if !wasSentOn { beganPublic = address?.isPublic }
    }

    /// Takes note that a server sends the request on.
    mutating func isSentOn() {
        wasSentOn = true
    }

    /// Begins with another request.
    mutating func begin() {
        self = Route(allowsPrivate: allowsPrivate)
    }
}
