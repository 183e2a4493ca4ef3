import SearchSource

/// The output of a program. If the program is run for each query, its rows are shown as they arrive; if it is run once,
/// the engine searches them.
///
/// If it is run for each query, a page is the next rows, and its cursor is the number of rows before it. The cursor
/// keeps the run for as long as the list exists; output that has not been requested waits. If the run is gone when the
/// page is requested, the program is run again and the rows before the page are skipped.
struct CommandSource: Source {
    let info: SourceInfo
    private let description: CommandDescription
    private let failures: CommandFailures
    private let store: CommandStore

    init(name: String, type: SourceType, _ description: CommandDescription) {
        self.description = description
        info = SourceInfo(
            type, name: name, title: description.title, pacing: description.pacing,
            missing: description.missing,
            isLocal: true)
        failures = CommandFailures(name: name, description)
        store = CommandStore(description, failures)
    }

    func page(_ request: PageRequest) -> Work<Page> {
        description.requires.ifThere(for: info.name) { found(request) }
    }

    private func found(_ request: PageRequest) -> Work<Page> {
        guard description.run == .once else { return eachPage(request) }
        if let next = RankedItems.next(request) { return next }
        return store.list(isFresh: request.isRefresh || (!description.isKept && request.cursor == nil)) {
            $0.page(request)
        }
    }

    func detail(_ request: DetailRequest) -> Work<Detail> {
        guard description.run == .once else { return detail(of: request.item, request) }
        return store.list(mayBeOutdated: true) { list in detail(of: list.item(request.id), request) }
    }

    private func detail(of item: Item?, _ request: DetailRequest) -> Work<Detail> {
        item.flatMap { description.detail?.work(for: $0) } ?? .known(request.detail(of: item))
    }

    func perform(_ request: PerformRequest) -> Work<Performed> {
        let action = description.actions.first { $0.action.name.hasSameBytes(as: request.action) }
        return action?.work(for: request.item, changed: store.outdate)
            ?? .known(.failure(.noSuchAction(request.action, of: info)))
    }

    // MARK: For each query

    private func eachPage(_ request: PageRequest) -> Work<Page> {
        let command: Command
        do throws(CommandDescription.UnfitQuery) {
            command = try description.command(for: request.query)
        } catch {
            return .known(.failure(failures.refused(error)))
        }
        let offset = request.offset
        guard let kept = request.cursor?.kept as? ProgramRun else {
            return rows(of: ProgramRun(command), from: offset, count: request.pageSize, beginsPage: true)
        }
        return rows(of: kept, from: offset, count: request.pageSize, beginsPage: true) {
            rows(of: ProgramRun(command), from: offset, count: request.pageSize, beginsPage: true)
        }
    }

    /// Returns the next rows, in parts as they arrive.
    ///
    /// - Parameter again: What to do if the run is gone.
    private func rows(
        of run: ProgramRun, from offset: Int, count: Int, beginsPage: Bool,
        again: (@Sendable () -> Work<Page>)? = nil
    ) -> Work<Page> {
        let call = ChildCall(run, from: offset, atMost: count, beginsPage: beginsPage)
        return .child(call) { answer in
            if answer.end == .isGone { return again?() ?? .known(.failure(.givenUp)) }
            return .reading(answer.size) { read(answer, of: run, from: offset, count: count) }
        }
    }

    private func read(_ answer: ChildRows, of run: ProgramRun, from offset: Int, count: Int) -> Work<Page> {
        var items: [Item] = []
        func failed(_ error: SourceError) -> Work<Page> {
            items.isEmpty ? .known(.failure(error)) : .parts(Page(items: items), rest: .known(.failure(error)))
        }
        for (index, row) in answer.rows.enumerated() {
            do throws(RowReader.Fault) {
                guard var item = try description.reader.item(row) else { continue }
                if item.id.isEmpty { item.id = item.title }
                items.append(item)
            } catch {
                return failed(failures.unreadable(error, row: offset + index + 1))
            }
        }
        if let end = answer.end {
            let isPartial = offset + answer.rows.count > 0 && description.partial.contains(end)
            if !isPartial, let error = failures.error(for: end, lastWords: answer.lastWords) { return failed(error) }
            return .known(.success(Page(items: items, isPartial: isPartial)))
        }
        let next = offset + answer.rows.count
        guard items.count < count else {
            return .known(.success(Page(items: items, next: Cursor(String(next), keeping: run))))
        }
        let rest = rows(of: run, from: next, count: count - items.count, beginsPage: false)
        return items.isEmpty ? rest : .parts(Page(items: items), rest: rest)
    }
}
