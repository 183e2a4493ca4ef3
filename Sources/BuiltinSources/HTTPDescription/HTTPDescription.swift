import JSON
import SearchSource

/// A JSON API as the configuration describes it: what is requested, where in the answer the items are, and how to get
/// the next page.
///
/// A description has values and pointers but no expressions, so it can do no more than it says: ask the servers that it
/// names for what is typed, with the environment variables that it names.
struct HTTPDescription: Sendable {
    let title: String?
    let summary: String?
    let attribution: String?
    let example: String?
    let concurrency: Int
    let pacing: Pacing
    let prepare: PrepareRule?
    let request: RequestRule
    let rows: RowsRule
    let item: ItemRule
    let total: TotalRule?
    let partial: PartialRule?
    let suggestion: AnswerPointer?
    let paging: PagingRule?
    let detail: DetailRule?
    let errors: [ErrorRule]
    let budget: BudgetRule?

    /// What precedes the paths of requests: equivalent servers, or one empty string if URLs are complete.
    let servers: [String]

    /// The keys in the requests for a list.
    var keys: [String] { request.keys + (prepare?.request.keys ?? []) }

    /// The required environment variables that are not set.
    let missing: [String]

    /// How many times an answer may be scanned from end to end: any member may make up all of it, and so may headers.
    var readings: Int {
        let members = (item.weight + (detail?.weight ?? 0)) / MemberRule.weightOfReading
        return members + errors.count { $0.scansHeaders }
    }

    /// Reads a description.
    ///
    /// - Parameters:
    ///   - members: The members, by name.
    ///   - variables: The values of the environment variables that the members name.
    /// - Throws: All faults, or the first 50.
    init(_ members: JSONObject, variables: [String: String]) throws(DescriptionErrors) {
        self = try DescriptionFaults.gather { (faults) throws(DescriptionError) in
            try HTTPDescription(members, DescribedVariables(variables), faults)
        }
    }

    private init(
        _ members: JSONObject, _ variables: DescribedVariables, _ faults: DescriptionFaults
    ) throws(DescriptionError) {
        let whole = DescribedValue(json: .object(members), path: [], variables: variables, faults: faults)
        let object = try whole.object(Self.members.map(\.name))
        title = try object.optional("title") { (title) throws(DescriptionError) in try title.title() }
        summary = try object.string("summary")
        attribution = try object.string("attribution")
        example = try object.string("example")
        concurrency = try object.integer("concurrency", in: 1...32) ?? 4
        pacing = try object.optional("options") { (value) throws(DescriptionError) in try value.pacing() } ?? Pacing()
        let paging = try object.optional("paging", PagingRule.init)
        self.paging = paging
        servers = try object.optional("servers", Self.servers) ?? [""]
        let isPath = object["servers"] != nil
        prepare = try object.optional("prepare") { (value) throws(DescriptionError) in
            try PrepareRule(value, isPath: isPath)
        }
        let request = try object.required("request") { (value) throws(DescriptionError) in
            try Self.request(value, paging, in: object, isPath: isPath)
        }
        let rows = try object.required("items", RowsRule.init)
        let item = try object.required("item", ItemRule.init)
        total = try object.optional("total", TotalRule.init)
        partial = try object.optional("partial", PartialRule.init)
        suggestion = try object.optional("suggestion", AnswerPointer.init)
        detail = try object.optional("detail") { (value) throws(DescriptionError) in
            try DetailRule(value, item: item, isPath: isPath)
        }
        errors =
            try object.optional("errors") { (value) throws(DescriptionError) in
                _ = try value.elements(atMost: 64)
                return try value.several(atMost: 64, ErrorRule.init)
            } ?? []
        budget = try object.optional("budget", BudgetRule.init)
        missing = variables.missing
        guard let request, let rows, let item else { throw object.noted }
        (self.request, self.rows, self.item) = (request, rows, item)
    }

    /// The members of a description, and what each is for, in one sentence.
    static let members: [(name: String, isStructured: Bool, summary: String)] = [
        ("title", false, "the title to show; by default the name of the source"),
        ("summary", false, "what it searches, in one sentence"),
        ("attribution", false, "credit that the service requires where its results are shown"),
        ("request", true, "the request for a list: `method`, `url`, `query`, `headers`, `body`"),
        ("prepare", true, "a request sent once for each list, for example for a point in time"),
        ("servers", true, "equal servers, which replace each other if one fails; URLs are then paths"),
        ("items", true, "where the rows are in the answer: a JSON Pointer"),
        ("item", true, "where the members of an item are in a row: `id`, `title` and others"),
        ("total", true, "where the total number of items is in the answer: a JSON Pointer, or a header"),
        ("partial", true, "where the answer says that it is incomplete: a JSON Pointer"),
        ("suggestion", false, "where the suggested query is in the answer: a JSON Pointer"),
        ("paging", true, "how the next page is requested, and when there is none"),
        ("detail", true, "how the detail of an item is requested"),
        ("errors", true, "which answers are errors, and what they mean"),
        ("budget", true, "how many requests the service allows"),
        ("options", true, "how its search box behaves: the options of `openSession`"),
        ("concurrency", false, "how many requests may run at once (4)"),
        ("example", false, "a query that finds something, for `--try`"),
    ]

    private static func request(
        _ value: DescribedValue, _ paging: PagingRule?, in whole: DescribedObject, isPath: Bool
    ) throws(DescriptionError) -> RequestRule {
        let known = value.faults.all.count
        let request = try RequestRule(value, holes: holes(paging, in: whole), isPath: isPath)
        // A hole may be missing because it is wrong, which has been noted already.
        guard value.faults.all.count == known else { return request }
        guard request.holes.contains(.query) else {
            throw value.fault(#"needs {"$": "query"} somewhere, or {query} in its URL, to say what is searched for"#)
        }
        if let hole = paging?.hole, !request.holes.contains(hole), let place = whole["paging"] {
            throw place.fault(
                #"pages by `\#(hole.rawValue)`, but the request has no {"$": "\#(hole.rawValue)"}, so each page would be the first"#
            )
        }
        if paging?.kind == .merge, !request.takesMembers, let place = whole["paging"] {
            throw place.fault(
                "pages by `merge`, but the body of the request is not an object, so nothing can be merged into it")
        }
        if let place = whole["prepare"], !request.holes.contains(.prepared) {
            throw place.fault(#"is requested, but the request for the list has no {"$": "prepared"}"#)
        }
        return request
    }

    /// Returns the holes that the request for a list may have.
    private static func holes(_ paging: PagingRule?, in whole: DescribedObject) -> [RequestHole.Name] {
        var holes: [RequestHole.Name] = [.query, .limit]
        if let hole = paging?.hole {
            holes.append(hole)
        } else if paging == nil, whole["paging"] != nil {
            // The rule for paging is wrong, which has been noted.
            holes += [.offset, .page, .cursor]
        }
        if whole["prepare"] != nil { holes.append(.prepared) }
        return holes
    }

    private static func servers(_ value: DescribedValue) throws(DescriptionError) -> [String] {
        try value.several(atMost: 16) { (server) throws(DescriptionError) in
            let fault = server.fault("must be a server, with the beginning of all paths if they share one")
            let url = try URLTemplate<RequestHole.Name>(server, isAsked: true) { (_) throws(DescriptionError) in
                throw fault
            }
            guard !url.hasText(UInt8(ascii: "?")), !url.hasText(UInt8(ascii: "#")) else { throw fault }
            var text = url.url { _ in nil } ?? ""
            while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
            return text
        }
    }
}
