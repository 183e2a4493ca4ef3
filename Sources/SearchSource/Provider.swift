/// A program that stays, and answers requests: JSON-RPC, a message a line (protocol/providers).
///
/// It is started by the first request, and ended when nobody has this any more.
public final class Provider: Sendable {
    /// The name of the source that asks it: what it says is logged under that.
    public let name: String

    /// What runs. Its time limit is that of a request, counted from when it is sent.
    public let command: Command

    /// The params of `initialize`, a JSON object.
    public let greeting: [UInt8]

    /// After how long without a request it is ended, until there is one; nil for never.
    public let idleLimit: Duration?

    /// What comes of the answer to `initialize`, a JSON value: how many requests it takes at a time, or what is wrong with
    /// it, in words that follow the name of the program.
    package let welcome: @Sendable (_ answer: [UInt8]) -> Result<Int, Refusal>

    private let wanting = Wanting()

    /// Why nothing can be asked of a program that answered `initialize`.
    public struct Refusal: Error, Hashable {
        /// In words that follow the name of the program.
        public let message: String

        /// That it cannot be asked because of this.
        public init(_ message: String) {
            self.message = message
        }
    }

    /// A program that stays.
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

    /// Has `body` called once, when nobody wants it any more; answers false if that is so already.
    package func whenUnwanted(_ body: @escaping @Sendable () -> Void) -> Bool {
        wanting.whenOver(body)
    }
}

/// What is asked of a program that stays.
public struct ProviderRequest: Sendable {
    /// Whom.
    public let provider: Provider

    /// The name of the method.
    public let method: String

    /// Its params, a JSON object.
    public let params: [UInt8]

    /// A request.
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

/// That a program that stays has answered a request with an error.
public struct ProviderError: Error, Hashable, Sendable {
    /// The number of the error.
    public var code: Int

    /// What it says.
    public var message: String

    /// What stands in `data`, a JSON value; empty if nothing does.
    public var data: [UInt8]

    /// An error with these parts.
    public init(code: Int, message: String, data: [UInt8] = []) {
        self.code = code
        self.message = message
        self.data = data
    }
}
