extension Duration {
    /// The duration in whole milliseconds, as used by JSON, `poll` and libcurl: rounded up, so that a wait of that
    /// length is not too short. 0 if it is negative, and `Int.max` if it does not fit.
    public var wholeMilliseconds: Int {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let rest = Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        let (product, isOver) = Int(clamping: seconds).multipliedReportingOverflow(by: 1000)
        let (sum, isFull) = product.addingReportingOverflow(rest)
        return isOver || isFull ? .max : sum
    }

    /// A day: the longest wait that is accepted from a server or a recording.
    public static let day = Duration.seconds(86_400)
}
