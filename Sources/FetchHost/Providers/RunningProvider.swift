import Engine
import JSONRPC
import Platform
import SearchSource
import Time

/// A long-running program and the requests to it. Carries out what its `Conversation` decides, and keeps the answer to
/// each request until it is asked for.
final class RunningProvider {
    /// Identifies a request.
    typealias Key = Conversation.Key

    /// A program that is to end, and how.
    typealias Leaving = (line: ProviderLine, mayEndByItself: Bool)

    private let command: Command
    private let name: String
    private var conversation: Conversation
    private var desks = RowDesks()
    private var line: ProviderLine?
    private var lastWords = ""

    /// The processes that are to end, until they are taken.
    private var leaving: [Leaving] = []
    /// The lines to log, until they are taken.
    private var said: [String] = []

    /// A program that has not been started.
    init(_ provider: Provider) {
        command = provider.command
        name = provider.name
        conversation = Conversation(with: provider)
    }

    // MARK: Calls

    /// The process group of the program; nil if it does not run.
    var group: ProcessGroup? { line?.process.group }

    /// Asks for parts of an answer; makes the request if it is new. Returns false if the request is gone.
    func ask(_ id: FetchID, _ call: ChildCall, isNew: Bool, now: Instant) -> Bool {
        let key = Key(call.run)
        if isNew, let request = call.run.request {
            desks.open(key)
            conversation.ask(key, request.method, params: request.params, now: now)
        }
        return desks.ask(id, call, at: key)
    }

    /// Withdraws a call and returns it; nil if it does not wait here.
    func withdraw(_ id: FetchID) -> ChildCall? {
        desks.withdraw(id)
    }

    /// Gives up a request, and forgets what has come of its answer. Returns the calls that wait for it.
    func forget(_ key: Key, now: Instant) -> [FetchID] {
        guard let calls = desks.close(key) else { return [] }
        conversation.giveUp(key, now: now)
        return calls
    }

    /// Lets the program end, because nobody wants it any more. Returns the calls that wait.
    func end() -> [FetchID] {
        leave(mayEndByItself: true)
        return desks.closeAll()
    }

    /// Removes the calls for which rows have come, or for which none will, and returns their answers.
    func answers() -> [(id: FetchID, rows: ChildRows)] {
        desks.answers()
    }

    /// Takes the processes that are to end.
    func takeLeaving() -> [Leaving] {
        defer { leaving = [] }
        return leaving
    }

    /// Takes the lines to log.
    func takeSaid() -> [String] {
        defer { said = [] }
        return said
    }

    // MARK: Waiting and going on

    /// Adds the descriptors to wait for.
    func watch(in polled: inout PollSet) {
        line?.watch(in: &polled, hasRoom: desks.haveRoom)
    }

    /// Returns when to continue even if nothing is ready.
    func deadline(now: Instant) -> Instant? {
        [conversation.deadline, line?.deadline(hasRoom: desks.haveRoom, now: now)].compactMap { $0 }.min()
    }

    /// Reads and writes, and starts or ends the program as the conversation decides.
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
        said += line?.takeSaid() ?? []
        lastWords = line?.lastWords ?? lastWords
        // A program that is to end is no longer listened to.
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
                line = ProviderLine(try start(program), of: name)
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
        line?.closeInput()
        if let line { leaving.append((line, mayEndByItself)) }
        line = nil
    }

    private func handOut() {
        for (key, news) in conversation.takeNews() { desks.take(news, for: key, lastWords: lastWords) }
    }
}
