internal import CPlatform

/// A thread that runs one function and ends.
public enum WorkerThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a new thread with a stack of 1 MiB; fails if there can be no more threads.
    public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let body = Unmanaged.passRetained(Body(body))
        let answer = cplatform_start_thread(
            { context in
                guard let context else { return }
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, body.toOpaque())
        guard answer != 0 else { return }
        body.release()
        throw SystemError(answer: Int(answer))
    }
}
