/// What a program is run for: one run of it, from the first call for its rows to its end, or one request to a program that
/// stays, of whose answer the rows are the parts.
///
///     new ──first call──→ runs ──it ends──→ over: its rows are there until the run is let go
///                          └──end, 60 s without a call, nobody has the run any more──→ gone
///
/// Whoever has the run can ask for its rows, and keeps it alive: a cursor does. What becomes of it elsewhere, the host
/// looks after.
public final class ProgramRun: Endable {
    /// What runs.
    public let command: Command

    /// What is asked of it, if it is one that stays; nil if it runs for these rows alone.
    public let request: ProviderRequest?

    /// Whether several searches ask for its rows: it goes on if one of them is cancelled.
    public let isShared: Bool

    private let wanting = Wanting()

    /// A run of `command` that has not begun.
    public init(_ command: Command, isShared: Bool = false) {
        self.command = command
        self.isShared = isShared
        request = nil
    }

    /// A request that has not been made.
    public init(_ request: ProviderRequest) {
        command = request.provider.command
        isShared = false
        self.request = request
    }

    deinit { end() }

    /// Ends the program, or gives the request up, and lets its rows go.
    public func end() {
        wanting.end()
    }

    /// Has `body` called once, when nobody wants the run any more; answers false if that is so already.
    package func whenUnwanted(_ body: @escaping @Sendable () -> Void) -> Bool {
        wanting.whenOver(body)
    }
}
