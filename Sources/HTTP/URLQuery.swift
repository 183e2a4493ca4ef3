/// The part of a URL after the `?`: names and values, in order.
public struct URLQuery: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var items: [Item] = []

    private struct Item: Hashable {
        var name: String
        var value: String

        /// Compares names byte for byte.
        func isNamed(_ other: String) -> Bool {
            name.utf8.count == other.utf8.count && name.utf8.elementsEqual(other.utf8)
        }
    }

    /// A query with these names and values, not yet encoded.
    public init(dictionaryLiteral elements: (String, String)...) {
        items.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// Parses what `encoded` produces.
    public init(decoding text: String) {
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? PercentEncoding.decode(String(halves[1])) : ""
            self[PercentEncoding.decode(String(halves[0]))] = value
        }
    }

    /// The value of `name`. Setting it replaces the value in place, or adds it at the end; nil removes it.
    public subscript(name: String) -> String? {
        get { items.first { $0.isNamed(name) }?.value }
        set {
            guard let newValue else {
                items.removeAll { $0.isNamed(name) }
                return
            }
            if let index = items.firstIndex(where: { $0.isNamed(name) }) {
                items[index].value = newValue
            } else {
                items.append(Item(name: name, value: newValue))
            }
        }
    }

    /// Whether the query is empty.
    public var isEmpty: Bool { items.isEmpty }

    /// Sets every name in `other` to its value there.
    public mutating func merge(_ other: URLQuery) {
        for item in other.items { self[item.name] = item.value }
    }

    /// The percent-encoded query: `a=b&c=d`.
    public var encoded: String { encoded(behind: "", nil) }

    /// Returns `base` with this query appended. A query that `base` already has stays in front.
    public func appended(to base: String) -> String {
        encoded(behind: base, base.utf8.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?"))
    }

    private func encoded(behind base: String, _ separator: UInt8?) -> String {
        let room = items.reduce(base.utf8.count + 1) { room, item in
            room + PercentEncoding.maximumLength(of: item.name) + PercentEncoding.maximumLength(of: item.value) + 2
        }
        return String(unsafeUninitializedCapacity: room) { bytes in
            var base = base
            var end = base.withUTF8 { bytes[..<$0.count].update(fromContentsOf: $0) }
            var separator = separator
            for item in items {
                if let separator {
                    bytes[end] = separator
                    end += 1
                }
                separator = UInt8(ascii: "&")
                end = PercentEncoding.encode(item.name, to: bytes, at: end)
                bytes[end] = UInt8(ascii: "=")
                end = PercentEncoding.encode(item.value, to: bytes, at: end + 1)
            }
            return end
        }
    }
}
