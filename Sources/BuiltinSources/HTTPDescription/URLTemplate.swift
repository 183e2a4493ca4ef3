import HTTP
import JSON
import SearchSource

/// A URL with names in braces, each of which is replaced by percent-encoded text (RFC 6570, level 1):
/// `https://example.org/items/{id}`. With a leading `+`, the text is inserted as it is (level 2):
/// `https://example.org{+/path}`.
///
/// A URL that requests are sent to has no names before its path, and none with a `+`: which server is asked, and for
/// what, never depends on what was typed or answered.
///
/// A `Hole` is what a name means.
struct URLTemplate<Hole: Hashable & Sendable>: Hashable, Sendable {
    private var parts: [Part] = []

    private enum Part: Hashable {
        case text(String)
        case hole(Hole, isEncoded: Bool)
    }

    /// Reads a template that begins with `http://` or `https://`; or with `/`, if servers are prepended to it.
    ///
    /// - Parameters:
    ///   - isAsked: Whether requests are sent to the URL; otherwise it is only shown.
    ///   - hole: Returns what a name means; faults in the name are reported at the place of the template.
    init(
        _ value: DescribedValue, isPath: Bool = false, isAsked: Bool,
        _ hole: (_ name: DescribedValue) throws(DescriptionError) -> Hole
    ) throws(DescriptionError) {
        let expected = isPath ? "a path that begins with `/`" : "a URL that begins with http:// or https://"
        let text = try value.string(expected)
        guard isPath ? text.utf8.first == UInt8(ascii: "/") : text.isURL else { throw value.wrong(expected) }
        guard text.utf8.count <= 4096 else { throw value.fault("is longer than 4096 bytes") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw value.wrong("a URL of ASCII without spaces: other characters are percent-encoded")
        }
        var rest = text.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            guard let close = rest[open...].firstIndex(of: UInt8(ascii: "}")) else {
                throw value.fault("has a `{` without a `}`")
            }
            append(rest[..<open])
            var name = rest[rest.index(after: open)..<close]
            let isEncoded = name.first != UInt8(ascii: "+")
            if !isEncoded {
                guard !isAsked else { throw value.fault("must not have a `+` after a `{`") }
                name = name.dropFirst()
            }
            parts.append(.hole(try hole(value.naming(String(name) ?? "")), isEncoded: isEncoded))
            rest = rest[rest.index(after: close)...]
        }
        append(rest)
        if isAsked, !isPath { try checkServer(value) }
    }

    private mutating func append(_ text: Substring.UTF8View) {
        if !text.isEmpty { parts.append(.text(String(text) ?? "")) }
    }

    private func checkServer(_ value: DescribedValue) throws(DescriptionError) {
        guard case .text(let start)? = parts.first else { throw value.fault("must begin with the name of a server") }
        let server = start.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        let end = server.firstIndex { "/?#".utf8.contains($0) }
        guard end != nil || parts.count == 1, server.first.map({ !"/?#".utf8.contains($0) }) == true else {
            throw value.fault("must name its server in full: there can be no braces before the path")
        }
        guard URLReference(start).namesServer else {
            throw value.fault("must name its server by a host, with a port from 1 to 65535 or none")
        }
        guard !server[..<(end ?? server.endIndex)].contains(UInt8(ascii: "@")) else {
            throw DescriptionError(
                path: value.path,
                message: #"must not contain a user name or a password: send them in `headers`, as {"env": "NAME"}"#)
        }
    }

    /// The holes, in order.
    var holes: [Hole] {
        parts.compactMap { if case .hole(let hole, _) = $0 { hole } else { nil } }
    }

    /// Whether `byte` occurs outside of braces.
    func hasText(_ byte: UInt8) -> Bool {
        parts.contains { if case .text(let text) = $0 { text.utf8.contains(byte) } else { false } }
    }

    /// Returns the URL with its holes filled in; nil if there is no text for one of them.
    func url<Failure>(_ text: (Hole) throws(Failure) -> String?) throws(Failure) -> String? {
        var url = ""
        for part in parts {
            switch part {
            case .text(let text): url += text
            case .hole(let hole, let isEncoded):
                guard let text = try text(hole) else { return nil }
                url += isEncoded ? PercentEncoding.encode(text) : text
            }
        }
        return url
    }
}

extension String {
    /// Whether it begins like a URL.
    var isURL: Bool { utf8.starts(with: "http://".utf8) || utf8.starts(with: "https://".utf8) }
}

extension DescribedValue {
    /// Returns a name in this template as a value of its own, in the same place.
    fileprivate func naming(_ name: String) -> DescribedValue {
        DescribedValue(json: .string(name), path: path, variables: variables, faults: faults)
    }
}
