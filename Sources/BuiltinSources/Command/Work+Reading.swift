import SearchSource

extension Work {
    /// What `read` makes of so many bytes: at once what takes a millisecond at most, and more away from the loop.
    static func reading(_ size: Int, _ read: @escaping @Sendable () -> Work) -> Work {
        size > 1 << 16 ? .local { _ in read() } : read()
    }
}

extension ChildRows {
    /// How many bytes the rows have.
    var size: Int { rows.reduce(0) { $0 + $1.count } }
}
