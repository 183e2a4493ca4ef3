/// What is wrong with the configuration, gathered while it is read: whoever mends it hears of all at once.
struct Faults {
    /// The most that are told.
    private static let most = 100

    private var all: [UsageError] = []

    /// What `read` makes of a part of the configuration; nil if that is wrong.
    mutating func gather<Value>(_ read: () throws(UsageError) -> Value) -> Value? {
        do throws(UsageError) {
            return try read()
        } catch {
            note(error)
            return nil
        }
    }

    /// Notes a fault, with the others that were found beside it.
    mutating func note(_ fault: UsageError) {
        for one in [fault] + fault.others where all.count < Self.most { all.append(UsageError(one.message)) }
    }

    /// Ends the reading, if something was wrong.
    func check() throws(UsageError) {
        guard var first = all.first else { return }
        first.others = Array(all.dropFirst())
        throw first
    }
}
