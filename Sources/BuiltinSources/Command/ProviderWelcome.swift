import Bytes
import JSON
import SearchSource
import Synchronization

/// What a provider says about itself: its answer to `initialize`.
struct ProviderWelcome: Sendable {
    /// The methods that it answers.
    let can: [String]

    /// Whether it can perform actions on its items.
    let canPerform: Bool

    /// The declared actions, which items refer to by name.
    let actions: [ItemAction]

    /// How a search box on it behaves.
    let options: ProvidedOptions

    /// How many requests it takes at a time.
    let concurrent: Int

    /// The maximum number of declared actions, and of actions of one item.
    static let mostActions = 100
    /// The beginning of all supported versions of the protocol; a number follows.
    private static let version = "1."

    init(_ json: [UInt8], from program: String) throws(SourceError) {
        let answer = try AnswerReader(json: json, from: program)
        let version = try answer["protocolVersion"].string()
        guard version.hasPrefix(Self.version) else {
            throw SourceError(
                .decode, "\(program) speaks version \(version.prefix(20)) of the providers' protocol, not 1.x")
        }
        let minor = version.utf8.dropFirst(Self.version.utf8.count)
        guard !minor.isEmpty, minor.allSatisfy(\.isDigit) else {
            throw SourceError(
                .decode,
                "\(program) speaks version \(version.prefix(20)) of the providers' protocol: `\(Self.version)` must "
                    + "be followed by a number, as in 1.0")
        }
        _ = try answer["name"].string()
        var can: [String] = []
        for word in try answer["can"].elements() { can.append(try word.string()) }
        guard can.contains(where: { $0.hasSameBytes(as: "page") }) else {
            throw answer["can"].fault("must have \"page\", since nothing can be found without it")
        }
        self.can = can
        actions = try Self.actions(answer["actions"])
        canPerform = can.contains { $0.hasSameBytes(as: "perform") }
        guard actions.isEmpty || canPerform else {
            throw answer["can"].fault("must have \"perform\", since there are actions")
        }
        options = try ProvidedOptions(answer["options"])
        concurrent = try answer["concurrent"].optional()?.integer() ?? 1
        guard (1...16).contains(concurrent) else {
            throw answer["concurrent"].wrongNumber("a whole number from 1 to 16")
        }
    }

    private static func actions(_ reader: AnswerReader) throws(SourceError) -> [ItemAction] {
        guard let elements = try reader.optional()?.elements() else { return [] }
        var actions: [ItemAction] = []
        for described in elements {
            let name = try described["name"].string()
            guard !name.isEmpty, !actions.contains(where: { $0.name.hasSameBytes(as: name) }) else {
                throw described["name"].fault("must be unique: an earlier action has this name")
            }
            actions.append(ItemAction(name: name, title: try described["title"].string().onOneLine))
            guard actions.count <= mostActions else { throw reader.fault("has more than \(mostActions) elements") }
        }
        return actions
    }
}

/// The latest welcome of a provider: none until it has first been started.
final class ProviderAcquaintance: Sendable {
    private let heard = Mutex<ProviderWelcome?>(nil)

    /// What the provider said about itself when it was last started; nil if it never was.
    var welcome: ProviderWelcome? { heard.withLock { $0 } }

    /// Takes an answer to `initialize` and returns how many requests the provider takes at a time.
    func take(_ answer: [UInt8], from program: String) -> Result<Int, Provider.Refusal> {
        do throws(SourceError) {
            let welcome = try ProviderWelcome(answer, from: program)
            heard.withLock { $0 = welcome }
            return .success(welcome.concurrent)
        } catch {
            // The message begins with the name of the program, which is added again where it is reported.
            return .failure(Provider.Refusal(String(error.message.dropFirst(program.count + 1))))
        }
    }
}
