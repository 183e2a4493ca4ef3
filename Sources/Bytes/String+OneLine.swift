extension String {
    /// The string on one line, with each ASCII control character replaced by a space.
    package var onOneLine: String {
        guard utf8.contains(where: \.isControl) else { return self }
        return String(decoding: utf8.map { $0.isControl ? 0x20 : $0 }, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }
}
