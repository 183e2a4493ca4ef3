import CurlTransport

/// The settings `http.KEY`, which hold for all sources that use HTTP.
struct HTTPSettings {
    private(set) var contact: String?
    private(set) var limits = CurlTransport.Limits()

    /// The name under which they are set.
    static let group = "http"

    /// What can be set.
    static let keys = ["contact", "timeoutMs", "connectTimeoutMs"]

    /// How the engine introduces itself.
    var userAgent: String {
        "seekline/\(Version.current)" + (contact.map { " (\($0))" } ?? "")
    }

    mutating func set(_ assignment: Assignment) throws(UsageError) {
        switch assignment.key {
        case "contact":
            guard assignment.value.unicodeScalars.allSatisfy({ $0.isASCII && $0.value >= 0x20 && $0.value != 0x7F })
            else {
                throw UsageError("\(assignment.place): must be an address or a URL, in ASCII")
            }
            contact = assignment.value
        case "timeoutMs": limits.requestMs = try Self.milliseconds(assignment)
        case "connectTimeoutMs": limits.connectMs = try Self.milliseconds(assignment)
        default:
            throw UsageError(
                "\(assignment.place): there is no such setting; http has \(Self.keys.joined(separator: ", "))")
        }
    }

    private static func milliseconds(_ assignment: Assignment) throws(UsageError) -> Int {
        guard let number = Int(assignment.value), (1...600_000).contains(number) else {
            throw UsageError(
                "\(assignment.place): must be a whole number from 1 to 600000, not \"\(assignment.value)\"")
        }
        return number
    }
}
