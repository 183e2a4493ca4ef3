internal import CSQLite
import Platform
import Time

/// Stops a statement that nobody is waiting for any more, or that takes too long or too much memory.
final class Watch {
    /// Why it was stopped; nil if it was not.
    private(set) var reason: SQLiteError.Code?

    /// How long it may take.
    let limit: Duration

    private let isCancelled: () -> Bool
    private let deadline: Instant

    /// How much memory the library may use while a statement runs, in bytes: 256 MiB.
    static let mostMemory: Int64 = 256 << 20

    init(limit: Duration, isCancelled: @escaping () -> Bool) {
        self.limit = limit
        self.isCancelled = isCancelled
        deadline = SystemClock.now.advanced(by: limit)
    }

    /// Starts watching `database`, which must not outlive this object.
    func begin(on database: OpaquePointer) {
        csqlite_watch(
            database,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().stops() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func stops() -> Bool {
        if isCancelled() {
            reason = .cancelled
        } else if csqlite_memory_used() > Self.mostMemory {
            reason = .tooLarge
        } else if SystemClock.now >= deadline {
            reason = .timedOut
        }
        return reason != nil
    }
}
