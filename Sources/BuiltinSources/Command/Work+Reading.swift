import SearchSource

extension Work {
    /// Returns the work of reading `size` bytes: done at once if it takes at most a millisecond, and otherwise away
    /// from the loop.
    static func reading(_ size: Int, _ read: @escaping @Sendable () -> Work) -> Work {
        size > 1 << 16 ? .local { _ in read() } : read()
    }
}

extension ChildRows {
    /// The size of all rows, in bytes.
    var size: Int { rows.reduce(0) { $0 + $1.count } }
}
