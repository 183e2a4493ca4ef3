/// A run of a program, from the first call for its rows to its end; or a request to a long-running program, with the
/// parts of the answer as rows.
///
///     new ──first call──→ runs ──it ends──→ over: its rows are kept until the run is released
///                          └──end, 60 s without a call, last reference released──→ gone
///
/// Code that holds a reference to the run can ask for its rows and keeps it alive; a cursor is an example. The host
/// takes care of the program itself.
public final class ProgramRun: Endable {
    /// The program.
    public let command: Command

    /// The request, if the program is a long-running one; nil if it runs for these rows only.
    public let request: ProviderRequest?

    /// Whether several searches share the run: it continues if one of them is cancelled.
    public let isShared: Bool

    private let wanting = Wanting()

    /// A run of `command` that has not started.
    public init(_ command: Command, isShared: Bool = false) {
        self.command = command
        self.isShared = isShared
        request = nil
    }

    /// A run for a request that has not been sent.
    public init(_ request: ProviderRequest) {
        command = request.provider.command
        isShared = false
        self.request = request
    }

    deinit { end() }

    /// Ends the program, or abandons the request, and releases the rows.
    public func end() {
        wanting.end()
    }

    /// Registers `body` to be called once, when the run is no longer wanted. Returns false if that is already the case.
    package func whenUnwanted(_ body: @escaping @Sendable () -> Void) -> Bool {
        wanting.whenOver(body)
    }
}
