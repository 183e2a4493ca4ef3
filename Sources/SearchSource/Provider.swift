/// A long-running program that answers requests: JSON-RPC, one message per line (protocol/providers).
///
/// The first request starts it, and it is ended when the last reference to this object is released.
public final class Provider: Sendable {
    /// The name of the source that uses it. Its log messages appear under that name.
    public let name: String

    /// The program. Its time limit applies to each request, from when it is sent.
    public let command: Command

    /// The params of the `initialize` request, a JSON object.
    public let greeting: [UInt8]

    /// How long it may be without a request before it is ended, until there is another; nil for no limit.
    public let idleLimit: Duration?

    /// Reads the answer to `initialize`, a JSON value. Returns how many concurrent requests the program takes, or what
    /// is wrong with the answer, in words that follow the name of the program.
    package let welcome: @Sendable (_ answer: [UInt8]) -> Result<Int, Refusal>

    private let wanting = Wanting()

    /// Why a program that answered `initialize` cannot be used.
    public struct Refusal: Error, Hashable {
        /// The reason, in words that follow the name of the program.
        public let message: String

        /// A refusal with this message.
        public init(_ message: String) {
            self.message = message
        }
    }

    /// A program that has not been started.
    public init(
        _ command: Command, name: String, greeting: [UInt8], idleLimit: Duration? = nil,
        welcome: @escaping @Sendable (_ answer: [UInt8]) -> Result<Int, Refusal>
    ) {
        self.command = command
        self.name = name
        self.greeting = greeting
        self.idleLimit = idleLimit
        self.welcome = welcome
    }

    deinit { wanting.end() }

    /// Registers `body` to be called once, when the program is no longer wanted. Returns false if that is already the
    /// case.
    package func whenUnwanted(_ body: @escaping @Sendable () -> Void) -> Bool {
        wanting.whenOver(body)
    }
}

/// A request to a long-running program.
public struct ProviderRequest: Sendable {
    /// The program.
    public let provider: Provider

    /// The name of the method.
    public let method: String

    /// The params, a JSON object.
    public let params: [UInt8]

    /// A request that has not been sent.
    public init(to provider: Provider, _ method: String, params: [UInt8]) {
        self.provider = provider
        self.method = method
        self.params = params
    }
}

extension ProviderRequest: Equatable {
    /// Whether both ask the same of the same program.
    public static func == (left: ProviderRequest, right: ProviderRequest) -> Bool {
        left.provider === right.provider && left.method == right.method && left.params == right.params
    }
}

/// An error with which a long-running program answered a request.
public struct ProviderError: Error, Hashable, Sendable {
    /// The error code.
    public var code: Int

    /// The message.
    public var message: String

    /// The member `data`, a JSON value; empty if there is none.
    public var data: [UInt8]

    /// An error with these parts.
    public init(code: Int, message: String, data: [UInt8] = []) {
        self.code = code
        self.message = message
        self.data = data
    }
}
