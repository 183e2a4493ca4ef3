/// An IP address, and whether it is public.
public struct NetworkAddress: Hashable, Sendable {
    @usableFromInline let bytes: [UInt8]

    /// The address with these bytes in network order: 4 for IPv4, 16 for IPv6; nil for any other number.
    @inlinable
    public init?(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address is reachable from everywhere: not loopback, private, link-local or multicast (IANA's
    /// special-purpose address registries). For an IPv6 address with an IPv4 address in it, the IPv4 address decides.
    public var isPublic: Bool {
        if bytes.count == 4 { return Self.isPublic(bytes[0], bytes[1], bytes[2]) }
        if let start = embedded { return Self.isPublic(bytes[start], bytes[start + 1], bytes[start + 2]) }
        // Only 2000::/3 is allocated; 2001::/32 leads through tunnels (Teredo) whose ends cannot be checked.
        return bytes[0] & 0xE0 == 0x20 && !bytes.starts(with: [0x20, 0x01, 0, 0])
    }

    /// Where in an IPv6 address an IPv4 address begins: for IPv4-mapped, NAT64 and 6to4 addresses.
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
