import SearchSource

/// Several sources as one: a search asks all of them concurrently.
///
/// Its items are theirs, with ids that are prefixed with the name of their source and a colon. Rows that come soon are
/// in the order of the sources; later ones follow what is already shown. A source that fails or hangs does not hide any
/// other.
public struct UnionSource: Source {
    /// The type of the source.
    public static let type = "union"

    /// What it searches, in one sentence.
    public static let summary = "several of the other sources at once"

    /// How long the sources wait for each other.
    static let patience = Patience(together: .milliseconds(100), inAll: .seconds(2))

    /// What the union is, and how a search box on it behaves.
    public let info: SourceInfo

    /// The sources of the union.
    package let blocks: [any Source]

    /// How each of them was to be searched when they were united. If one changes that later, as a long-running program
    /// does once it has started, only later unions are affected.
    private let pacings: [Pacing]

    /// Creates a union of these sources.
    ///
    /// - Parameters:
    ///   - name: Its name; by default the names of the sources, joined with `+`.
    ///   - title: Its display name; by default the titles of the sources.
    ///   - pacingOf: Returns how a source is searched; by default as it says itself.
    /// - Throws: The reason if they cannot be united.
    public init(
        _ blocks: [any Source], name: String? = nil, title: String? = nil,
        pacingOf: (any Source) -> Pacing = { $0.info.pacing }
    ) throws(UnionError) {
        try UnionError.check(blocks)
        self.blocks = blocks
        let infos = blocks.map(\.info)
        pacings = blocks.map(pacingOf)
        var info = SourceInfo(
            name: name ?? infos.map(\.name).joined(separator: "+"), type: Self.type,
            title: title ?? infos.map(\.title).joined(separator: ", "), summary: Self.summary,
            pacing: Pacing(uniting: pacings),
            // It works as long as one of them does.
            missing: infos.contains { $0.missing.isEmpty } ? [] : infos.flatMap(\.missing),
            isLocal: infos.allSatisfy(\.isLocal))
        let attributions = infos.compactMap(\.attribution)
        if !attributions.isEmpty { info.attribution = attributions.joined(separator: "; ") }
        info.heedsSubmit = true
        // An empty page is not the end as long as one of the sources has more.
        info.saysItsEnd = true
        info.isUnion = true
        self.info = info
    }

    /// Returns the work that asks each source that the query is for, or that has more.
    public func page(_ request: PageRequest) -> Work<Page> {
        let position: UnionPosition
        if let cursor = request.cursor {
            guard let known = UnionPosition(cursor, of: blocks.map(\.info.name)) else {
                return .known(.failure(SourceError(.source, "the cursor is not one of the union \(info.name)")))
            }
            position = known
        } else {
            position = UnionPosition(pacings.map { $0.isSearched(for: request) ? .new : .over })
        }
        let asked = position.asked
        let shares = asked.map { index in
            let (block, state) = (blocks[index], position.states[index])
            let own = request.of(block, at: state.cursor)
            // Work that is still awaited is requested again only if it is gone: a source may rely on what it returns
            // being done.
            let work = state.late == nil ? block.page(own) : .local { _ in block.page(own) }
            return Share(of: block, work, late: state.late, adapt: { $0.named(block.info.name) })
        }
        return .all(shares, patience: Self.patience) { [infos = blocks.map(\.info)] outcomes in
            .known(position.page(behind: zip(asked, outcomes), of: infos))
        }
    }

    /// Returns the work that gets the item at full length from the source with whose name the id begins.
    public func detail(_ request: DetailRequest) -> Work<Detail> {
        one(request.id) { block, id in
            let name = block.info.name
            let item = request.item.map { $0.own(id) }
            return Share(of: block, block.detail(DetailRequest(id: id, item: item))) { detail in
                var detail = detail
                detail.id = "\(name):\(detail.id)"
                return detail
            }
        }
    }

    /// Returns the work that has the action performed by the source with whose name the item's id begins.
    public func perform(_ request: PerformRequest) -> Work<Performed> {
        one(request.item.id) { block, id in
            Share(of: block, block.perform(PerformRequest(request.action, with: request.item.own(id))))
        }
    }

    /// Returns the work of the source that `id` names. `share` makes it from that source and the id that the item has
    /// there.
    private func one<Answer>(
        _ id: String, _ share: (_ block: any Source, _ id: String) -> Share<Answer>
    ) -> Work<Answer> {
        let (name, ownID) = id.cutAtColon
        guard let ownID, let block = blocks.first(where: { $0.info.name.hasSameBytes(as: name) }) else {
            let names = blocks.map { "`\($0.info.name):`" }.joined(separator: ", ")
            return .known(.failure(.noSuchItem("an id of \(info.name) begins with one of \(names)")))
        }
        return .all([share(block, ownID)]) { results in
            .known(
                results.first?.mapError { $0.of(name) }
                    ?? .failure(SourceError(.internal, "what one source was asked came to nothing")))
        }
    }
}

extension Item {
    /// Returns the item as its own source has it, with this id.
    fileprivate func own(_ id: String) -> Item {
        var item = self
        item.id = id
        item.source = nil
        return item
    }
}

extension PageRequest {
    /// Returns the request to one of the sources, for its page at `cursor`.
    fileprivate func of(_ block: any Source, at cursor: Cursor?) -> PageRequest {
        var request = self
        request.cursor = cursor
        request.isSubmitted = isSubmitted && block.info.heedsSubmit
        // A source that leaves no choice must not be given one.
        request.matching = block.info.pacing.matching.map { matching ?? $0 }
        return request
    }
}

extension Page {
    /// Returns the page of the source `name` as part of a union.
    fileprivate func named(_ name: String) -> Page {
        var page = self
        for index in items.indices {
            page.items[index].id = "\(name):\(items[index].id)"
            page.items[index].source = name
        }
        return page
    }
}

extension SourceError {
    /// Returns the error as one of the source `name`.
    func of(_ name: String) -> SourceError {
        var error = self
        error.source = name
        return error
    }
}

extension String {
    /// The parts before and after the first colon; if there is none, all of it and nil.
    fileprivate var cutAtColon: (String, String?) {
        guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return (self, nil) }
        return (String(self[..<colon]), String(self[utf8.index(after: colon)...]))
    }
}
