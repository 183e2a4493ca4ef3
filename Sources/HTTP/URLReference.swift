import Bytes

/// A URL split into its parts, or a reference relative to another URL (RFC 3986): `../items?page=2`.
///
/// The fragment after a `#` is left out, because it is never sent.
public struct URLReference: Hashable, Sendable {
    /// The scheme in lowercase; nil for a reference without one.
    private var scheme: String?
    /// The server, with any credentials before it; nil if none is named.
    private var authority: String?
    private var path: String
    /// The part after the `?`; nil if there is none.
    private var query: String?

    /// Parses `text`. Any text can be split into these parts (appendix B).
    public init(_ text: String) {
        var rest = text.utf8.prefix { $0 != UInt8(ascii: "#") }
        if let colon = rest.firstIndex(where: { ":/?".utf8.contains($0) }), rest[colon] == UInt8(ascii: ":"),
            rest[..<colon].isScheme
        {
            scheme = String(Substring(rest[..<colon])).lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex { "/?".utf8.contains($0) } ?? rest.endIndex
            authority = String(Substring(rest[..<end]))
            rest = rest[end...]
        }
        let end = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        path = String(Substring(rest[..<end]))
        if end < rest.endIndex { query = String(Substring(rest[rest.index(after: end)...])) }
    }

    /// Returns the URL that this refers to in a response from `base` (section 5.2).
    public func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                } else if path.utf8.first != UInt8(ascii: "/") {
                    target.path = base.folder + path
                }
            }
        }
        target.path = Self.withoutDots(target.path)
        // In the URL of a server, an empty path is the same as `/` (section 6.2.3).
        if target.path.isEmpty, target.authority?.isEmpty == false { target.path = "/" }
        return target
    }

    /// The path up to its last `/`.
    private var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return authority == nil ? "" : "/" }
        return String(path[...slash])
    }

    /// Returns `path` without its `.` and `..` segments (section 5.2.4).
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [Substring.UTF8View] = []
        for (index, segment) in segments.enumerated() {
            let isUp = segment.elementsEqual("..".utf8)
            if isUp { _ = kept.popLast() }
            guard isUp || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            // A path that ends in one of them leads to a folder.
            if index == segments.count - 1 { kept.append(Substring().utf8) }
        }
        return "/" + kept.map { String(Substring($0)) }.joined(separator: "/")
    }

    /// The complete URL or reference.
    public var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + pathAndQuery
    }

    /// The path and query, as in a request line.
    public var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

    /// Whether this is an http or https URL with a host, and with a valid port or none.
    public var namesServer: Bool {
        guard origin != nil, let authority else { return false }
        let server = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority.utf8[$0...].dropFirst() }
        let hostAndPort = server ?? authority.utf8[...]
        // The colons of an IPv6 address are in brackets.
        let end = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
        guard let colon = hostAndPort[end...].firstIndex(of: UInt8(ascii: ":")) else { return !hostAndPort.isEmpty }
        let port = hostAndPort[hostAndPort.index(after: colon)...]
        let isDigits = port.allSatisfy(\.isDigit)
        return colon > hostAndPort.startIndex
            && (port.isEmpty || isDigits && Int(Substring(port)).map { (1...65_535).contains($0) } == true)
    }

    /// The scheme, host and port, without a default port: two servers are the same if their origins are equal byte for
    /// byte. Nil if this is not an http or https URL with a host.
    public var origin: String? {
        guard let scheme, let authority else { return nil }
        let port: String
        switch scheme {
        case "http": port = ":80"
        case "https": port = ":443"
        default: return nil
        }
        var server = authority.utf8[...]
        if let at = server.lastIndex(of: UInt8(ascii: "@")) { server = server[server.index(after: at)...] }
        for end in [port, ":"] where server.suffix(end.utf8.count).elementsEqual(end.utf8) {
            server = server.dropLast(end.utf8.count)
            break
        }
        guard !server.isEmpty else { return nil }
        return scheme + "://" + String(decoding: server.map(\.inSmall), as: UTF8.self)
    }
}

extension Substring.UTF8View {
    /// Whether this is a valid scheme (section 3.1).
    fileprivate var isScheme: Bool {
        first?.isLetter == true && allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }
}
