import Bytes

/// A URL in its parts, or a reference that means one beside another (RFC 3986): `../items?page=2`.
///
/// Left out: what stands behind a `#`, which is never sent.
public struct URLReference: Hashable, Sendable {
    /// The scheme in small letters; nil for a reference without one.
    private var scheme: String?
    /// The server, with what stands in front of it; nil if none is named.
    private var authority: String?
    private var path: String
    /// What stands behind the `?`; nil if there is none.
    private var query: String?

    /// Reads `text`: whatever it is, it has such parts (appendix B).
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

    /// The URL that this means in what was answered by `base` (section 5.2).
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
        // Of a server, no path is the same as its first folder (section 6.2.3).
        if target.path.isEmpty, target.authority?.isEmpty == false { target.path = "/" }
        return target
    }

    /// The path up to its last `/`.
    private var folder: String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return authority == nil ? "" : "/" }
        return String(path[...slash])
    }

    /// `path` without `.` and `..` in it (section 5.2.4).
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
            // What it leads to is a folder.
            if index == segments.count - 1 { kept.append(Substring().utf8) }
        }
        return "/" + kept.map { String(Substring($0)) }.joined(separator: "/")
    }

    /// The whole of it.
    public var text: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + pathAndQuery
    }

    /// What a request line names: all but the server.
    public var pathAndQuery: String { path + (query.map { "?" + $0 } ?? "") }

    /// Whether this is an address of the web that names a host, and no port or one that there is.
    public var namesServer: Bool {
        guard origin != nil, let authority else { return false }
        let server = authority.utf8.lastIndex(of: UInt8(ascii: "@")).map { authority.utf8[$0...].dropFirst() }
        let hostAndPort = server ?? authority.utf8[...]
        // Colons of an address of IPv6 stand in brackets.
        let end = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
        guard let colon = hostAndPort[end...].firstIndex(of: UInt8(ascii: ":")) else { return !hostAndPort.isEmpty }
        let port = hostAndPort[hostAndPort.index(after: colon)...]
        let isDigits = port.allSatisfy(\.isDigit)
        return colon > hostAndPort.startIndex
            && (port.isEmpty || isDigits && Int(Substring(port)).map { (1...65_535).contains($0) } == true)
    }

    /// Scheme, host and port, without a port that goes without saying: two are the same server if their bytes are. Nil if
    /// this is no address of the web.
    public var origin: String? {
        guard let scheme, let port = ["http": ":80", "https": ":443"][scheme], let authority else { return nil }
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
    /// Whether a scheme is written so (section 3.1).
    fileprivate var isScheme: Bool {
        first?.isLetter == true && allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }
}
