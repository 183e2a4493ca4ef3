import JSON
import JSONRPC
import SearchSource

/// A method of the protocol: declared once, with its documentation, in its own file.
///
/// What only the documentation needs is computed when that is asked for.
final class Method: Sendable {
    let name: String
    let summary: String
    private let ownParameters: @Sendable () -> [Member]
    private let inSession: Bool
    let result: @Sendable () -> Schema
    private let ownErrors: @Sendable () -> [ErrorCode]
    let run: @Sendable (SearchEngine, Request) throws(ResponseError) -> Void

    /// A method.
    ///
    /// - Parameters:
    ///   - parameters: Its params, except for `session`.
    ///   - inSession: Whether it is about a session, which its param `session` names.
    ///   - errors: The errors that are specific to it.
    ///   - run: Carries out a request, and answers it, now or later; an error that it throws is the answer.
    init(
        _ name: String, _ summary: String, parameters: @autoclosure @escaping @Sendable () -> [Member] = [],
        inSession: Bool = false, result: @autoclosure @escaping @Sendable () -> Schema,
        errors: @autoclosure @escaping @Sendable () -> [ErrorCode] = [],
        run: @escaping @Sendable (SearchEngine, Request) throws(ResponseError) -> Void
    ) {
        self.name = name
        self.summary = summary
        ownParameters = parameters
        self.inSession = inSession
        self.result = result
        ownErrors = errors
        self.run = run
    }

    var parameters: [Member] { ownParameters() + (inSession ? [Self.session] : []) }

    /// The errors that it can answer with, in addition to those that any message can be answered with.
    var errors: [ErrorCode] {
        (parameters.isEmpty ? [] : [.invalidParams]) + (inSession ? [.unknownSession] : []) + ownErrors()
    }

    /// Every method, in the order of the documentation.
    static let all: [Method] = [
        initialize, listSources, openSession, closeSession, setItems, setQuery, submit, reachedBottom, refresh, retry,
        cancel, openDetail, perform, getState, discover, shutdown, exit, cancelRequest,
    ]

    /// Returns the method with this name; nil if there is none. Names from outside are compared by their bytes.
    static func named(_ name: String) -> Method? {
        names.place(of: name).map { all[$0] }
    }

    private static let names = MemberNames(all.map(\.name))

    /// The param that all methods about a session take.
    static let session = Member(
        "session", .string, isRequired: false, "the session; by default the one named `default`")
}

extension Shape {
    /// The result of a method that has nothing to report.
    static let done = Shape("Done", "it is done, and there is nothing to return", [])
}
