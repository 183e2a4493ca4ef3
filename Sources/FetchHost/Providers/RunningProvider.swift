import Engine
import JSONRPC
import Platform
import SearchSource
import Time

/// A program that stays, with what is asked of it: carries out what its `Conversation` decides, and keeps what has come of
/// each request until it is asked for.
final class RunningProvider {
    /// By what a request is known.
    typealias Key = Conversation.Key

    /// A program that is to end, and how.
    typealias Leaving = (process: ChildProcess, isTaken: Bool, mayEndByItself: Bool)

    private let command: Command
    private let name: String
    private var conversation: Conversation
    private var desks = RowDesks()
    private var line: ProviderLine?
    private var lastWords = ""

    /// The programs that are to end, since this was last looked at.
    private var leaving: [Leaving] = []
    /// What there is to log, since this was last looked at.
    private var said: [String] = []

    /// A program that has not been started.
    init(_ provider: Provider) {
        command = provider.command
        name = provider.name
        conversation = Conversation(with: provider)
    }

    // MARK: Calls

    /// The group of the program, if it runs.
    var group: ProcessGroup? { line?.process.group }

    /// Asks for parts of an answer; makes the request, if it is new.
    func ask(_ id: FetchID, _ call: ChildCall, isNew: Bool, now: Instant) -> Bool {
        let key = Key(call.run)
        if isNew, let request = call.run.request {
            desks.open(key)
            conversation.ask(key, request.method, params: request.params, now: now)
        }
        return desks.ask(id, call, at: key)
    }

    /// Takes a call back; answers it.
    func withdraw(_ id: FetchID) -> ChildCall? {
        desks.withdraw(id)
    }

    /// Gives a request up, and forgets what has come of it; answers the calls for it.
    func forget(_ key: Key, now: Instant) -> [FetchID] {
        guard let calls = desks.close(key) else { return [] }
        conversation.giveUp(key, now: now)
        return calls
    }

    /// Lets the program end, since nobody wants it any more; answers the calls that wait.
    func end() -> [FetchID] {
        leave(mayEndByItself: true)
        return desks.closeAll()
    }

    /// What has come of calls.
    func answers() -> [(id: FetchID, rows: ChildRows)] {
        desks.answers()
    }

    /// The programs that are to end, since this was last asked.
    func takeLeaving() -> [Leaving] {
        defer { leaving = [] }
        return leaving
    }

    /// What there is to log, since this was last asked.
    func takeSaid() -> [String] {
        defer { said = [] }
        return said
    }

    // MARK: Waiting and going on

    /// Adds what is to be waited for.
    func watch(in polled: inout PollSet) {
        line?.watch(in: &polled, hasRoom: desks.haveRoom)
    }

    /// When to go on, whatever happens.
    func deadline(now: Instant) -> Instant? {
        [conversation.deadline, line?.deadline(hasRoom: desks.haveRoom, now: now)].compactMap { $0 }.min()
    }

    /// Reads, tells, and starts and ends what is to be.
    func goOn(
        into buffer: UnsafeMutableRawBufferPointer, now: Instant,
        start: (ChildProcess.Program) throws(ChildProcess.Fault) -> ChildProcess
    ) {
        read(into: buffer, now: now)
        conversation.goOn(now)
        while let act = conversation.takeAct() { carryOut(act, now: now, start: start) }
        line?.write()
        handOut()
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, now: Instant) {
        line?.read(into: buffer, hasRoom: desks.haveRoom, now: now)
        for text in line?.takeSaid() ?? [] { said.append("\(name): \(text)") }
        lastWords = line?.lastWords ?? lastWords
        // One that is to end is heard no more.
        while conversation.isOpen, let frame = line?.next() {
            switch frame {
            case .message(let bytes): take(bytes, now: now)
            case .tooLong, .lost:
                let most = ProviderLine.longest >> 20
                conversation.misspoke(PeerMessage.Fault("wrote a line of more than \(most) MiB"), now: now)
            }
            handOut()
        }
        if conversation.isOpen, let end = line?.end(hasRoom: desks.haveRoom, now: now) {
            conversation.ended(end, now: now)
        }
    }

    private func take(_ bytes: [UInt8], now: Instant) {
        do throws(PeerMessage.Fault) {
            conversation.take(try PeerMessage(bytes), now: now)
        } catch {
            conversation.misspoke(error, now: now)
        }
    }

    private func carryOut(
        _ act: Conversation.Act, now: Instant,
        start: (ChildProcess.Program) throws(ChildProcess.Fault) -> ChildProcess
    ) {
        switch act {
        case .start:
            do throws(ChildProcess.Fault) {
                var program = ChildProcess.Program(command)
                program.takesInput = true
                line = ProviderLine(try start(program))
                lastWords = ""
                conversation.started(now: now)
            } catch {
                conversation.couldNotStart(error.end(of: command))
            }
        case .send(let message): line?.tell(message)
        case .close: leave(mayEndByItself: true)
        case .kill: leave(mayEndByItself: false)
        case .say(let text): said.append("\(name): `\(command.arguments.first ?? "")` \(text)")
        }
    }

    private func leave(mayEndByItself: Bool) {
        line?.close()
        if let line { leaving.append((line.process, line.isTaken, mayEndByItself)) }
        line = nil
    }

    private func handOut() {
        for (key, news) in conversation.takeNews() { desks.take(news, for: key, lastWords: lastWords) }
    }
}
