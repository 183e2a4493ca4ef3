import JSON
import JSONRPC
import SearchSource

/// What the client is told about a session that has been opened.
private struct OpenedSession: Described {
    let session: Session

    static func describe(_ list: inout some MemberList<OpenedSession>) {
        list.add("session", "its name") { $0.session.name }
        list.add("source", "the source that it searches") { $0.session.sourceName }
        list.add("options", .shape(.options), "the options in force") { $0.options($1.session.pacing) }
        list.add("state", .shape(.snapshot), "the first snapshot") { $0.snapshot(of: $1.session) }
    }
}

extension Method {
    private static let source = Member(
        "source", .either(.string, .array(.string)), isRequired: false,
        "the source to search, or several at once; by default the one of `--source`")
    private static let name = Member(
        "session", .string, isRequired: false, "a name for the session; by default one is made up")
    private static let options = Member(
        "options", .shape(.optionChanges), isRequired: false,
        "how the search box behaves, where it differs from the source's defaults")

    private static let optionNames = MemberNames(PacingOption.all.map(\.name))

    /// One more search box.
    static let openSession = Method(
        "openSession", "opens a session on a source", parameters: [source, name, options],
        result: .shape(Shape("OpenedSession", "an opened session", OpenedSession.members)),
        errors: [.unknownSource]
    ) { (engine, request) throws(ResponseError) in
        let source = try read(source, in: request.params, of: engine)
        let pacing = try read(try request.params.object(options), over: engine.configuration.replay.pacing(of: source))
        let session = try engine.openSession(named: try request.params.string(name), on: source, pacing: pacing)
        request.answer { $0.object(OpenedSession(session: session)) }
    }

    private static func read(
        _ param: Member, in params: Params, of engine: SearchEngine
    ) throws(ResponseError) -> any Source {
        guard let array = params.array(param) else { return try engine.source(named: try params.string(param)) }
        // If there are more names than sources, one of them is unknown or there twice: no more need be read.
        let names = try array.map(atMost: engine.configuration.sources.count + 1) {
            (document, element, index) throws(ResponseError) in
            guard let name = document.string(element) else {
                throw .wrongParam(
                    "\(param.name)[\(index)]", expected: Schema.string.expected, found: document.value(element))
            }
            return name
        }
        return try engine.source(uniting: names)
    }

    private static func read(_ options: CallParams?, over defaults: Pacing) throws(ResponseError) -> Pacing {
        var pacing = defaults
        guard let options else { return pacing }
        for (option, place) in zip(PacingOption.all, options.places(of: optionNames)) {
            guard let found = place.map(options.document.value), found != .null else { continue }
            let value: PacingOption.Value? = found.integer.map { .integer($0) } ?? found.string.map { .word($0) }
            guard let value, option.set(value, in: &pacing) else {
                throw .wrongParam("options.\(option.name)", expected: option.expected(in: pacing), found: found)
            }
        }
        return pacing
    }
}
