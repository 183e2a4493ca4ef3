import CurlTransport

/// The settings `http.KEY`, which apply to all sources that use HTTP.
enum HTTPSettings {
    /// The name under which they are set.
    static let group = "http"

    /// How to reach the person who runs this. Some services want to know.
    static let contact = "contact"

    /// The settings, each with a description in one sentence.
    static let all = [
        (name: contact, summary: "your e-mail address or URL, for services that ask for it"),
        (name: "timeoutMs", summary: "the time limit of a request, in milliseconds (15000)"),
        (name: "connectTimeoutMs", summary: "the time limit for connecting, in milliseconds (5000)"),
        (name: "caFile", summary: "a file of certificates to trust instead of the system's"),
        (
            name: "privateRedirects",
            summary: "whether a public server may redirect to a private address: refuse or follow (refuse)"
        ),
    ]

    /// The configuration where nothing is set.
    static var defaults: CurlTransport.Configuration {
        CurlTransport.Configuration(userAgent: product)
    }

    private static let product = "seekline/\(Version.current)"

    static func set(_ assignment: Assignment, in http: inout CurlTransport.Configuration) throws(UsageError) {
        let value = try assignment.text()
        switch assignment.key {
        case contact:
            guard !value.isEmpty,
                value.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
            else {
                throw UsageError("\(assignment.place()): must be an address or a URL, in ASCII")
            }
            http.userAgent = "\(product) (\(value))"
        case "timeoutMs": http.requestTimeout = try milliseconds(assignment)
        case "connectTimeoutMs": http.connectTimeout = try milliseconds(assignment)
        case "caFile":
            guard !value.isEmpty else { throw UsageError("\(assignment.place()): must be the path of a file") }
            http.caFile = value
        case "privateRedirects":
            guard let follows = ["refuse": false, "follow": true][value] else {
                throw UsageError("\(assignment.place()): must be refuse or follow, not \"\(value)\"")
            }
            http.followsToPrivateAddresses = follows
        default:
            throw UsageError(
                "\(assignment.place()): there is no such setting; http has \(all.map(\.name).joined(separator: ", "))")
        }
    }

    private static func milliseconds(_ assignment: Assignment) throws(UsageError) -> Duration {
        let text = try assignment.text()
        guard let number = Int(text), (1...600_000).contains(number) else {
            let message = "must be a whole number from 1 to 600000, not \"\(text)\""
            throw UsageError("\(assignment.place()): \(message)")
        }
        return .milliseconds(number)
    }
}
