import BuiltinSources
import HTTP
import JSON
import SearchSource

extension Target {
    /// A description of an API: it is read, or its faults are reported in members that exist. Whatever is typed, the
    /// requests of one that is read go only to the servers that it names. The input is the description and, after a
    /// line feed, what is typed.
    static let description = Target(name: "description") { bytes in
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        guard case .object(let members)? = try? JSONParser.parse(Array(parts[0])) else { return }
        var values: [String: JSONValue] = [:]
        for (name, value) in members.members { values[name] = value }
        do throws(SettingError) {
            let source = try SourceType.http.make("fuzz", Settings(values, variables: ["KEY": "k"]))
            let typed = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
            let plain = origins(source.page(PageRequest(query: "q")))
            let asked =
                origins(source.page(PageRequest(query: typed, cursor: Cursor(typed))))
                + origins(source.page(PageRequest(query: typed)))
            hold(asked.allSatisfy(plain.contains), "typed text never leads to another server")
            _ = source.detail(DetailRequest(id: typed))
        } catch {
            hold(error.others.count < 50, "at most fifty faults are reported")
            for error in [error] + error.others {
                let isThere = values[error.setting] != nil || error.message == "is needed"
                hold(isThere || error.message.contains("there is no such member"), "a fault is in a member that exists")
            }
        }
    }

    private static func origins(_ work: Work<Page>) -> [String] {
        switch work {
        case .http(let request, _): [request.origin]
        case .anyOf(let requests, _): requests.map(\.origin)
        default: []
        }
    }
}
