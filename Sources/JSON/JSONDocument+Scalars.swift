import Bytes

extension JSONDocument {
    /// The string here; nil if it is something else.
    public func string(_ node: Node) -> String? {
        guard let entry = entry(node), entry.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            entry.withUTF8(in: bytes) { String(checkedUTF8: $0, isASCII: entry.isASCII) }
        }
    }

    /// Hands `body` the text of the string here, as UTF-8; nil if it is something else.
    @inlinable
    public func withUTF8<Output>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output? {
        guard let entry = entry(node), entry.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { entry.withUTF8(in: $0, body) }
    }

    /// Whether `true` stands here, or `false`; nil if it is something else.
    public func boolean(_ node: Node) -> Bool? {
        switch entry(node)?.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The number here, as it was written; nil if it is something else.
    public func number(_ node: Node) -> JSONNumber? {
        guard let entry = entry(node), entry.kind == .number else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes[entry.range])
            return JSONNumber(validated: String(checkedUTF8: text, isASCII: true))
        }
    }

    /// The whole number here, however it was written; nil if it is something else or does not fit.
    public func integer(_ node: Node) -> Int? {
        guard let entry = entry(node), entry.kind == .number else { return nil }
        var magnitude = 0
        for index in entry.range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            // A sign, a fraction, an exponent, more digits than surely fit: rare, and read with more care.
            guard digit <= 9, magnitude < 100_000_000_000_000_000 else { return number(node)?.integer }
            magnitude = magnitude * 10 + Int(digit)
        }
        return magnitude
    }

    /// Whether there is a string here and it is `text`, byte for byte.
    public func isString(_ node: Node, _ text: StaticString) -> Bool {
        guard let entry = entry(node), entry.kind == .string else { return false }
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.withUnsafeBufferPointer { entry.isString(text, in: $0) }
    }
}

extension JSONEntry {
    /// Whether this, which is a string, is `text`.
    @inline(__always)
    func isString(_ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(start) + 1
        let length = Int(end) - 1 - start
        if length != text.count {
            // What an escape stands for is never longer.
            return hasEscapes && length > text.count && withUTF8(in: bytes) { $0.elementsEqual(text) }
        }
        for offset in 0..<length where bytes[start + offset] != text[offset] { return false }
        return !hasEscapes
    }

    /// Hands `body` the text of this, which is a string.
    @inlinable @inline(__always)
    func withUTF8<Output, Failure>(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let content = UnsafeBufferPointer(rebasing: bytes[content])
        guard hasEscapes else { return try body(content) }
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: content.count) { (text) throws(Failure) in
            let length = JSONEscape.decode(content, to: text)
            return try body(UnsafeBufferPointer(rebasing: text[..<length]))
        }
    }
}
