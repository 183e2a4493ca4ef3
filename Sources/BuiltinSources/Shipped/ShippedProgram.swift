import JSON
import SearchSource

/// A description of a program that ships with seekline. It is unused until a source in the configuration has its name
/// as the `type`.
///
/// It is written like one in a configuration, with two more members: `summary`, and `documentation`, the page that it
/// was written from. Each is tested with the real program.
struct ShippedProgram: Sendable {
    private let name: String
    private let members: JSONObject

    /// Reads the text of a description; nil if it is not one.
    init?(_ name: String, _ bytes: [UInt8]) {
        guard case .object(let members)? = try? JSONParser.parse(bytes) else { return nil }
        self.name = name
        self.members = members
    }

    /// The type of the sources that it describes.
    var type: SourceType {
        let own = ["documentation", "summary"]
        let described = JSONObject(members.members.filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
        var type = SourceType(
            name: name, summary: members["summary"]?.string ?? "", settings: CommandSource.settings,
            isThereByItself: false
        ) { (name, settings) throws(SettingError) in
            try CommandSource.make(name, self.type, described, settings)
        }
        type.requires = members["requires"]?.array?.compactMap { $0.string ?? $0.array?.first?.string } ?? []
        type.shipped = SourceType.Shipped(
            settings: [], variables: [], tried: members["documentation"]?.string)
        return type
    }
}
