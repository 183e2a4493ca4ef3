import Bytes
import JSON
import SearchSource
import Synchronization

/// What a program that stays says of itself: its answer to `initialize`.
struct ProviderWelcome: Sendable {
    /// What it can be asked.
    let can: [String]

    /// Whether anything can be done with its items.
    let canPerform: Bool

    /// What can be done with items that name it.
    let actions: [ItemAction]

    /// How a search box on it behaves.
    let options: ProvidedOptions

    /// How many requests it takes at a time.
    let concurrent: Int

    /// The most actions that there can be, of all items and of one.
    static let mostActions = 100
    /// How the versions of the protocol begin that are spoken here: a number follows.
    private static let version = "1."

    init(_ json: [UInt8], from program: String) throws(SourceError) {
        let answer = try AnswerReader(json: json, from: program)
        let version = try answer["protocolVersion"].string()
        guard version.hasPrefix(Self.version) else {
            throw SourceError(
                .decode, "\(program) speaks version \(version.prefix(20)) of the providers' protocol, and not 1.x")
        }
        let minor = version.utf8.dropFirst(Self.version.utf8.count)
        guard !minor.isEmpty, minor.allSatisfy(\.isDigit) else {
            throw SourceError(
                .decode,
                "\(program) speaks version \(version.prefix(20)) of the providers' protocol: behind `\(Self.version)` must "
                    + "stand a number, as in 1.0")
        }
        _ = try answer["name"].string()
        var can: [String] = []
        for word in try answer["can"].elements() { can.append(try word.string()) }
        guard can.contains(where: { $0.hasSameBytes(as: "page") }) else {
            throw answer["can"].fault("must have \"page\", without which nothing is found")
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
                throw described["name"].fault("must be a name that no action before it has")
            }
            actions.append(ItemAction(name: name, title: try described["title"].string().onOneLine))
            guard actions.count <= mostActions else { throw reader.fault("has more than \(mostActions) elements") }
        }
        return actions
    }
}

/// What has been heard from a program that stays: nothing until it was first started.
final class ProviderAcquaintance: Sendable {
    private let heard = Mutex<ProviderWelcome?>(nil)

    /// What it has said of itself the last time that it was started.
    var welcome: ProviderWelcome? { heard.withLock { $0 } }

    /// Takes an answer to `initialize`; answers how many requests it takes at a time.
    func take(_ answer: [UInt8], from program: String) -> Result<Int, Provider.Refusal> {
        do throws(SourceError) {
            let welcome = try ProviderWelcome(answer, from: program)
            heard.withLock { $0 = welcome }
            return .success(welcome.concurrent)
        } catch {
            // It begins with the name of the program, which is said by whoever tells of it.
            return .failure(Provider.Refusal(String(error.message.dropFirst(program.count + 1))))
        }
    }
}
