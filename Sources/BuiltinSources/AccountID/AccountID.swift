import Bytes
import HTTP
import SearchSource

/// Whether an account ID is free: whether a Firestore collection has no document of that name.
///
/// A list has one item: the ID, whether it is available, and a message to show next to it. While a name is being typed
/// nothing is shown, because a tick that belongs to another name would be a lie.
struct AccountID: Source {
    let info: SourceInfo
    private let endpoint: String
    /// The path of the collection in its project; nil if no project is set.
    private let accounts: String?
    private let token: String?
    private let language: Language

    /// The languages of the message.
    enum Language: String, CaseIterable {
        case ja, en

        func message(isAvailable: Bool) -> String {
            switch (self, isAvailable) {
            case (.ja, true): "このアカウントIDは使用できます。"
            case (.ja, false): "このアカウントIDは現在使用されています。"
            case (.en, true): "This account ID is available."
            case (.en, false): "This account ID is already taken."
            }
        }
    }

    private static let project = Setting("project", "the Firebase project; required")
    private static let collection = Setting(
        "collection", default: "accounts", "the collection whose documents are named after the accounts")
    private static let language = Setting("language", default: "ja", "the language of the message: `ja` or `en`")
    private static let token = Setting(
        "token", variable: "FIRESTORE_TOKEN", isSecret: true, "an access token, if the collection is not public")
    private static let emulator = Setting(
        "emulator", variable: "FIRESTORE_EMULATOR_HOST", "host and port of a Firestore emulator, used without a token")

    static let type = SourceType(
        name: "account-id", summary: "whether an account ID is available, in a Firestore collection",
        settings: [project, collection, language, token, emulator]
    ) { (name, settings) throws(SettingError) in
        try AccountID(name: name, settings)
    }

    private init(name: String, _ settings: Settings) throws(SettingError) {
        let emulator = settings[Self.emulator]
        if let emulator,
            emulator.contains(where: { $0.isWhitespace || "/?#@".contains($0) })
                || !URLReference("http://" + emulator).namesServer
        {
            throw settings.error(Self.emulator, "must be a host and a port, like `localhost:8080`")
        }
        endpoint = emulator.map { "http://\($0)" } ?? "https://firestore.googleapis.com"
        token = emulator == nil ? try settings.secret(Self.token) : nil
        language = try settings.word(Self.language)
        let collection = settings[Self.collection] ?? ""
        let path = collection.split(separator: "/", omittingEmptySubsequences: false)
        guard path.count % 2 == 1, path.allSatisfy({ DocumentName.fault(in: String($0)) == nil }) else {
            throw settings.error(Self.collection, "must be a collection, like `accounts` or `teams/red/members`")
        }
        let project = settings[Self.project]
        if let project, !Self.isProject(project) {
            throw settings.error(Self.project, "must be a project, like `my-project`")
        }
        accounts = project.map { "projects/\($0)/databases/(default)/documents/\(collection)" }

        var pacing = Pacing()
        pacing.debounce = .seconds(1)
        pacing.minLength = 1
        pacing.onInput = .clear
        info = SourceInfo(
            Self.type, name: name, title: "Account IDs", pacing: pacing,
            missing: project == nil ? ["\(name).project"] : [])
    }

    /// Whether a project can have this name: letters, digits and `-`, and in an older one a domain and a colon in
    /// front.
    private static func isProject(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.:".utf8.contains($0) }
    }

    func page(_ request: PageRequest) -> Work<Page> {
        look(up: request.query) { isAvailable in
            Page(items: [item(request.query, isAvailable: isAvailable)], total: 1)
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        look(up: request.id) { isAvailable in
            Detail(
                of: item(request.id, isAvailable: isAvailable), text: language.message(isAvailable: isAvailable))
        }
    }

    private func item(_ name: String, isAvailable: Bool) -> Item {
        Item(
            id: name, title: name, insert: name, kind: .name,
            fields: [
                "available": .boolean(isAvailable), "message": .text(language.message(isAvailable: isAvailable)),
            ])
    }

    private func look<Answer>(
        up name: String, answer: @escaping @Sendable (_ isAvailable: Bool) -> Answer
    ) -> Work<Answer> {
        guard let accounts else {
            let message = "\(info.title): no Firebase project is set"
            return .known(.failure(SourceError(.config, "\(message): set \(info.name).project")))
        }
        if let fault = DocumentName.fault(in: name) {
            return .known(.failure(SourceError(.source, "\"\(name.prefix(40))\" cannot be an account ID: \(fault)")))
        }
        let document = "\(accounts)/\(name)"
        let path = document.split(separator: "/").map {
            $0 == "(default)" ? "(default)" : PercentEncoding.encode(String($0))
        }
        var request = HTTPRequest(url: "\(endpoint)/v1/\(path.joined(separator: "/"))")
        if let token {
            request.headers.add("Authorization", "Bearer \(token)")
            request.secrets += [token]
        }
        let origin = request.origin
        return .http(request) { response in
            Result { () throws(SourceError) in
                answer(try Self.isFree(document, response, from: origin))
            }
        }
    }

    /// Reads the answer to the request for `document`.
    private static func isFree(
        _ document: String, _ response: HTTPResponse, from origin: String
    ) throws(SourceError) -> Bool {
        if response.status == 200 {
            let name = try AnswerReader(response, from: origin)["name"]
            guard try name.string().hasSameBytes(as: document) else {
                throw name.wrong("the name of the requested document")
            }
            return false
        }
        let answer = try? AnswerReader(response, from: origin)
        let message = answer?["error"]["message"].json?.string
        guard response.status == 404 else {
            var error = SourceError(status: response, from: origin)
            if let message { error.message += ": \(message)" }
            throw error
        }
        // Other things may not be found either: the database, the project, the path on some other server.
        if let message, message.utf8.starts(with: "Document \"".utf8),
            message.utf8.suffix(10).elementsEqual("not found.".utf8)
        {
            return true
        }
        throw SourceError(
            .config, "\(origin) has no such database: " + (message ?? "status 404 without a message"), httpStatus: 404)
    }
}

/// What Firestore allows as the name of a document or a collection (Firestore, "Usage and limits").
private enum DocumentName {
    /// Returns why `name` cannot be one; nil if it can.
    static func fault(in name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > 1500 { return "it is longer than 1500 bytes" }
        if name.utf8.contains(UInt8(ascii: "/")) { return "it contains a /" }
        if name == "." || name == ".." { return "it is a path" }
        if name.count >= 4, name.hasPrefix("__"), name.hasSuffix("__") { return "names like __this__ are reserved" }
        return nil
    }
}
