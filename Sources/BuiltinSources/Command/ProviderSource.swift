import JSON
import SearchSource

/// A program that keeps running and is asked for pages and details, by the providers' protocol.
///
/// Items that it sends before an answer are parts of the page. Its cursors are opaque: they are sent back unchanged.
struct ProviderSource: Source {
    private let description: CommandDescription
    private let failures: ProviderFailures
    private let provider: Provider
    private let acquaintance = ProviderAcquaintance()
    private let fixed: SourceInfo

    init(name: String, type: SourceType, _ description: CommandDescription) {
        self.description = description
        let failures = ProviderFailures(name: name, description)
        self.failures = failures
        provider = Provider(
            description.command, name: name, greeting: description.provider.greeting(of: name),
            idleLimit: description.provider.idleLimit
        ) { [acquaintance] in acquaintance.take($0, from: failures.place) }
        fixed = SourceInfo(
            type, name: name, title: description.title, pacing: description.pacing,
            missing: description.missing,
            isLocal: true)
    }

    /// As the program described itself when it was last started; the configuration takes precedence.
    var info: SourceInfo {
        var info = fixed
        acquaintance.welcome?.options.set(in: &info.pacing, butFor: description.provider.options)
        return info
    }

    private var provided: ProvidedParts {
        let welcome = acquaintance.welcome
        return ProvidedParts(
            place: failures.place, folder: description.command.folder,
            actions: welcome?.canPerform == true ? welcome?.actions : nil)
    }

    /// Returns a request that has not been sent, with the params that `params` writes.
    private func run(_ method: String, _ params: (inout JSONWriter) -> Void) -> ProgramRun {
        ProgramRun(ProviderRequest(to: provider, method, params: JSONWriter.bytes(ofObject: params)))
    }

    // MARK: Pages

    /// The maximum size of a page, in bytes: a longer list has to be sent in pages.
    private static let mostBytes = 16 << 20

    /// How much of a page has arrived.
    private struct Come {
        var (rows, items, bytes) = (0, 0, 0)
    }

    func page(_ request: PageRequest) -> Work<Page> {
        description.requires.ifThere(for: fixed.name) { found(request) }
    }

    private func found(_ request: PageRequest) -> Work<Page> {
        let run = run("page") {
            $0.member("query", request.query)
            $0.member("pageSize", request.pageSize)
            $0.member(ifPresent: "cursor", request.cursor?.text)
        }
        return parts(of: run, request, Come())
    }

    private func parts(of run: ProgramRun, _ request: PageRequest, _ come: Come) -> Work<Page> {
        let call = ChildCall(run, from: come.rows, atMost: Page.mostItems, beginsPage: come.rows == 0)
        return .child(call) { answer in .reading(answer.size) { read(answer, of: run, request, come) } }
    }

    private func read(
        _ answer: ChildRows, of run: ProgramRun, _ request: PageRequest, _ before: Come
    ) -> Work<Page> {
        let provided = provided
        var (items, last, come) = ([Item](), Page(items: []), before)
        func failed(_ error: SourceError) -> Work<Page> {
            run.end()
            let failure = Work<Page>.known(.failure(error))
            return items.isEmpty ? failure : .parts(Page(items: items), rest: failure)
        }
        for (index, row) in answer.rows.enumerated() {
            if row.isEmpty {
                // The request was sent once more, and the items that have come will come again.
                (come.items, come.bytes) = (0, 0)
                continue
            }
            come.bytes += row.count
            guard come.bytes <= Self.mostBytes else {
                return failed(failures.tooLarge("more than \(Self.mostBytes >> 20) MiB"))
            }
            let isLast = answer.end == .answered && index == answer.rows.count - 1
            do throws(SourceError) {
                let next =
                    isLast
                    ? try provided.page(row, after: request.cursor, hasCome: come.items > 0)
                    : Page(items: try provided.items(row))
                come.items += next.items.count
                guard come.items <= Page.mostItems else {
                    return failed(failures.tooLarge("more than \(Page.mostItems) items"))
                }
                items += next.items
                if isLast { last = next }
            } catch {
                return failed(failures.unreadable(error, lastWords: answer.lastWords))
            }
        }
        come.rows += answer.rows.count
        if answer.end == .answered {
            last.items = items
            return .known(.success(last))
        }
        if let end = answer.end { return failed(failures.error(for: end, lastWords: answer.lastWords)) }
        let rest = parts(of: run, request, come)
        return items.isEmpty ? rest : .parts(Page(items: items), rest: rest)
    }

    // MARK: Details

    func detail(_ request: DetailRequest) -> Work<Detail> {
        if let item = request.item, let detail = description.detail { return detail.work(for: item) }
        if let can = acquaintance.welcome?.can, !can.contains(where: { $0.hasSameBytes(as: "detail") }) {
            return .known(request.detail(of: request.item))
        }
        let run = run("detail") { $0.member("id", request.id) }
        return .child(ChildCall(run, from: 0, atMost: 1, beginsPage: true)) { answer in
            .reading(answer.size) { .known(read(answer, request)) }
        }
    }

    private func read(_ answer: ChildRows, _ request: DetailRequest) -> Result<Detail, SourceError> {
        switch (answer.rows.first, answer.end) {
        case (let json?, _):
            do throws(SourceError) {
                return .success(try provided.detail(json, of: request.id, request.item))
            } catch {
                return .failure(failures.unreadable(error, lastWords: answer.lastWords))
            }
        case (nil, .refused(let error)) where error.code == ProviderError.methodNotFound:
            return request.detail(of: request.item)
        case (nil, .refused(let error)) where error.code == ProviderError.noSuchItem:
            return .failure(.noSuchItem("\(failures.place): \(error.message)"))
        case (nil, let end): return .failure(failures.error(for: end ?? .isGone, lastWords: answer.lastWords))
        }
    }

    // MARK: Actions

    func perform(_ request: PerformRequest) -> Work<Performed> {
        let run = run("perform") {
            $0.member("id", request.item.id)
            $0.member("action", request.action)
        }
        return .child(ChildCall(run, from: 0, atMost: 1, beginsPage: true)) { answer in
            guard let json = answer.rows.first else {
                return .known(.failure(failures.unknownOutcome(answer.end ?? .isGone, lastWords: answer.lastWords)))
            }
            do throws(SourceError) {
                return .known(.success(try provided.performed(json)))
            } catch {
                return .known(.failure(failures.unreadable(error, lastWords: answer.lastWords)))
            }
        }
    }
}

extension ProviderError {
    /// It does not know the method (JSON-RPC 2.0, section 5.1).
    fileprivate static let methodNotFound = -32601
    /// It has no such item: the engine's own code for that.
    fileprivate static let noSuchItem = -32003
}
