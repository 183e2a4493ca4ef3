/// An internet address, and whether anybody may be sent to it.
public struct NetworkAddress: Hashable, Sendable {
    @usableFromInline let bytes: [UInt8]

    /// The address of these bytes in network order: 4 of IPv4, 16 of IPv6. Nil for any other number of them.
    @inlinable
    public init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address is reachable from everywhere: no loopback, no private network, no link, no multicast (IANA's
    /// registries of special-purpose addresses). An IPv6 address that stands for one of IPv4 is what that one is.
    public var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes[0], bytes[1], bytes[2]) }
        if let start = embedded { return Self.isPublic(bytes[start], bytes[start + 1], bytes[start + 2]) }
        // 2000::/3 is all that is given out; 2001::/32 leads through tunnels that nobody can look into.
        return bytes[0] & 0xE0 == 0x20 && !bytes.starts(with: [0x20, 0x01, 0, 0])
    }

    /// Where in an IPv6 address one of IPv4 begins: a mapped one, one behind NAT64, one of 6to4.
    private var embedded: Int? {
        if bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF]) { return 12 }
        if bytes.starts(with: [0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8)) { return 12 }
        return bytes.starts(with: [0x20, 0x02]) ? 2 : nil
    }

    private static func isPublic(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second, third) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (192, 0, 0), (198, 18...19, _): false
        default: true
        }
    }
}
