import Bytes
import HTTP
import SearchSource

/// The address of the next page in the header `Link` (RFC 8288): `<https://example.org/items?page=2>; rel="next"`.
enum PageLink {
    /// Returns the path and query of the next page; nil if the header names none. Another server is an error: no
    /// response may send our keys elsewhere.
    static func next(in response: HTTPResponse, of request: HTTPRequest) throws(SourceError) -> String? {
        for field in response.headers.fields where field.name.hasSameLetters(as: "Link") {
            guard let target = target(in: Array(field.value.utf8)) else { continue }
            return try path(target, in: response, to: request)
        }
        return nil
    }

    /// Returns the target of the first link whose relation is `next`.
    private static func target(in header: [UInt8]) -> String? {
        var place = 0
        while let open = header[place...].firstIndex(of: UInt8(ascii: "<")),
            let close = header[open...].firstIndex(of: UInt8(ascii: ">"))
        {
            let end = end(in: header[(close + 1)...], at: UInt8(ascii: ","))
            if isNext(header[(close + 1)..<end]) { return String(decoding: header[(open + 1)..<close], as: UTF8.self) }
            place = end
        }
        return nil
    }

    /// Returns the place of the first `mark` outside of quotes, or the end.
    private static func end(in text: ArraySlice<UInt8>, at mark: UInt8) -> Int {
        var isQuoted = false
        var place = text.startIndex
        while place < text.endIndex {
            switch text[place] {
            case UInt8(ascii: "\\") where isQuoted: place += 1
            case UInt8(ascii: "\""): isQuoted.toggle()
            case mark where !isQuoted: return place
            default: break
            }
            place += 1
        }
        return text.endIndex
    }

    /// Whether `next` is one of the words of the parameter `rel`. The first `rel` counts.
    private static func isNext(_ parameters: ArraySlice<UInt8>) -> Bool {
        var rest = parameters
        while !rest.isEmpty {
            let end = end(in: rest, at: UInt8(ascii: ";"))
            let sides = rest[..<end].map(\.inSmall).split(separator: UInt8(ascii: "="), maxSplits: 1)
            rest = rest[end...].dropFirst()
            guard sides.count == 2, sides[0].filter({ $0 > 0x20 }).elementsEqual("rel".utf8) else { continue }
            let words = sides[1].split { $0 <= 0x20 || $0 == UInt8(ascii: "\"") }
            return words.contains { $0.elementsEqual("next".utf8) }
        }
        return false
    }

    /// Returns the path and query that `target` means in `response` (RFC 3986, section 5.2).
    private static func path(
        _ target: String, in response: HTTPResponse, to request: HTTPRequest
    ) throws(SourceError) -> String {
        let asked = URLReference(request.url)
        let answered = response.url.map { URLReference($0).resolved(against: asked) } ?? asked
        let next = URLReference(target).resolved(against: answered)
        guard let there = next.origin, isPath(next.pathAndQuery) else {
            throw SourceError(.decode, "\(request.origin) gives an address for the next page that cannot be read")
        }
        guard let here = asked.origin, there.hasSameBytes(as: here) else {
            let isMoved = answered.origin.map { there.hasSameBytes(as: $0) } ?? false
            throw SourceError(
                .decode,
                "\(request.origin) gives an address for the next page on \(there)\(isMoved ? ", to which it redirects" : ""): "
                    + "no other server is queried")
        }
        return next.pathAndQuery
    }

    /// Whether `text` can follow the name of a server, and cannot be anything but a path and query there.
    static func isPath(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
