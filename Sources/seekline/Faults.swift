/// The faults of the configuration, collected while it is read so that all are reported at once.
struct Faults {
    /// The maximum number of faults that are reported.
    private static let most = 100

    private var all: [UsageError] = []

    /// Returns what `read` makes of a part of the configuration. If it throws, notes the fault and returns nil.
    mutating func gather<Value>(_ read: () throws(UsageError) -> Value) -> Value? {
        do throws(UsageError) {
            return try read()
        } catch {
            note(error)
            return nil
        }
    }

    /// Notes a fault, and the others that were found with it.
    mutating func note(_ fault: UsageError) {
        for one in [fault] + fault.others where all.count < Self.most { all.append(UsageError(one.message)) }
    }

    /// Throws if something was wrong.
    func check() throws(UsageError) {
        guard var first = all.first else { return }
        first.others = Array(all.dropFirst())
        throw first
    }
}
