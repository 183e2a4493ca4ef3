import SearchSource

/// The program that shows an item in full: `detail` of a description.
struct DetailCommand: Sendable {
    private let program: ItemProgram
    private let format: TextFormat?
    private let language: String?

    private static let member = "detail"

    /// Reads the `detail` of a description.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - command: How the source's own program is run.
    ///   - hasFields: Whether the items have fields.
    init(
        _ value: DescribedValue, of name: String, like command: Command, hasFields: Bool
    ) throws(DescriptionError) {
        let object = try value.object(["argv", "format", "language", "timeoutMs", "exitCodes"])
        format = try object.word("format", TextFormat.all.map(\.text)).map(TextFormat.init)
        language = try object.optional("language") { (language) throws(DescriptionError) in
            try language.string("the name of a language: `swift`")
        }
        if language != nil, format != .code, let language = object["language"] {
            throw language.fault("is only allowed with the format `code`")
        }
        program = try ItemProgram(object, of: name, member: Self.member, like: command, hasFields: hasFields)
        guard !program.isConstant else {
            throw try object.needed("argv").fault(
                "must have a name in braces, such as `{id}`: otherwise all items would have the same detail")
        }
    }

    /// Returns the work for the detail of `item`, whose text is the output of the program.
    func work(for item: Item) -> Work<Detail> {
        program.printed(for: item) { text in
            var detail = Detail(of: item, text: text, format: format)
            detail.language = language
            return .known(.success(detail))
        }
    }
}
