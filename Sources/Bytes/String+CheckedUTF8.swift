extension String {
    /// Creates a string from bytes that are known to be UTF-8, without checking them again where that is possible.
    ///
    /// - Parameter isASCII: Whether all of them are known to be ASCII.
    @inlinable
    package init(checkedUTF8 bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
        } else {
            self.init(decoding: bytes, as: UTF8.self)
        }
    }
}
