import JSON
import SearchSource
import Unions

extension SourceType {
    /// `union`
    public static let union: SourceType = SourceType(
        name: UnionSource.type, summary: UnionSource.summary, settings: [unionOf, unionTitle], isThereByItself: false,
        isMadeOfOthers: true
    ) { (name, settings) throws(SettingError) in
        let (blocks, title) = (try blocks(of: settings), try settings.title(unionTitle))
        do throws(UnionError) {
            return try UnionSource(blocks, name: name, title: title)
        } catch {
            throw settings.error(unionOf, at: error.place.map { [.element($0)] } ?? [], error.message)
        }
    }

    private static let unionOf = Setting("of", isStructured: true, "the names of the sources, in their order")
    private static let unionTitle = Setting("title", "the title to show; by default the titles of the sources")

    /// The sources that `of` names.
    private static func blocks(of settings: Settings) throws(SettingError) -> [any Source] {
        guard let names = settings.json(unionOf)?.array else {
            throw settings.error(unionOf, at: [], "must be an array of names of sources: [\"unicode\", \"wikipedia\"]")
        }
        var blocks: [any Source] = []
        for (place, value) in names.enumerated() {
            guard let name = value.string else {
                throw settings.error(unionOf, at: [.element(place)], "must be the name of a source, not \(value.kind)")
            }
            guard let block = settings.others.first(where: { $0.info.name.hasSameBytes(as: name) }) else {
                let known = settings.others.map(\.info.name)
                let meant = NearName.nearest(to: name, among: known).map { "is `\($0)` meant? " } ?? ""
                throw settings.error(
                    unionOf, at: [.element(place)],
                    "there is no source `\(name)` that can be part of a union; \(meant)there are \(known.joined(separator: ", "))"
                )
            }
            blocks.append(block)
        }
        return blocks
    }
}
