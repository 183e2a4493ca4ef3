import Bytes

extension JSONDocument {
    /// Returns the string at `node`, or nil if it is not a string.
    public func string(_ node: Node) -> String? {
        guard let entry = entry(node), entry.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            entry.withUTF8(in: bytes) { String(checkedUTF8: $0, isASCII: entry.isASCII) }
        }
    }

    /// Calls `body` with the UTF-8 of the string at `node` and returns its result, or nil if it is not a string.
    @inlinable
    public func withUTF8<Output>(of node: Node, _ body: (UnsafeBufferPointer<UInt8>) -> Output) -> Output? {
        guard let entry = entry(node), entry.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { entry.withUTF8(in: $0, body) }
    }

    /// Returns the boolean at `node`, or nil if it is not a boolean.
    public func boolean(_ node: Node) -> Bool? {
        switch entry(node)?.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// Returns the value at `node`, as it was written, or nil if it is incomplete.
    public func text(_ node: Node) -> String? {
        guard let entry = entry(node), entry.isWhole else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            String(checkedUTF8: UnsafeBufferPointer(rebasing: bytes[entry.range]), isASCII: entry.isASCII)
        }
    }

    /// Returns the number at `node`, as it was written, or nil if it is not a number.
    public func number(_ node: Node) -> JSONNumber? {
        guard entry(node)?.kind == .number else { return nil }
        return text(node).map { JSONNumber(validated: $0) }
    }

    /// Returns the whole number at `node`, however it was written, or nil if it is something else or does not fit.
    public func integer(_ node: Node) -> Int? {
        guard let entry = entry(node), entry.kind == .number else { return nil }
        var magnitude = 0
        for index in entry.range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            // A sign, a fraction, an exponent, or more digits than are sure to fit: rare, and left to the slow path.
            guard digit <= 9, magnitude < 100_000_000_000_000_000 else { return number(node)?.integer }
            magnitude = magnitude * 10 + Int(digit)
        }
        return magnitude
    }

    /// Whether there is a string at `node` that equals `text`, byte for byte.
    public func isString(_ node: Node, _ text: StaticString) -> Bool {
        guard let entry = entry(node), entry.kind == .string else { return false }
        let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.withUnsafeBufferPointer { entry.isString(text, in: $0) }
    }
}

extension JSONEntry {
    /// Whether this entry, which must be a string, equals `text`.
    @inline(__always)
    func isString(_ text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let content = content(in: bytes)
        if content.count != text.count {
            // A decoded escape is never longer than the escape itself.
            return hasEscapes && content.count > text.count && withUTF8(in: bytes) { $0.elementsEqual(text) }
        }
        for offset in text.indices where content[offset] != text[offset] { return false }
        return !hasEscapes
    }

    /// Calls `body` with the decoded text of this entry, which must be a string.
    @inlinable @inline(__always)
    func withUTF8<Output, Failure>(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let content = content(in: bytes)
        guard hasEscapes else { return try body(content) }
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: content.count) { (text) throws(Failure) in
            let length = JSONEscape.decode(content, to: text)
            return try body(UnsafeBufferPointer(rebasing: text[..<length]))
        }
    }
}
