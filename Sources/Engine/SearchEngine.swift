import JSON
import JSONRPC
import SearchSource
import Signals
import Time

/// The engine: what has happened goes in, what is to be done comes out. It knows no thread, no clock, no descriptor.
///
///     messageArrived ─→ Message ─→ Method ─→ Session ─→ SearchViewModel ─→ Loader ─→ Fetcher ─→ startFetch
///          (Script: waits)            │          ↑                            ↑         └─────→ cancelFetch
///                                     ↓          └──────── pages, details ────┴─────────────────── fetchFinished
///     nextMessage ←─────────────── Outbox ←── what a session has to tell
///
/// The same events at the same instants give the same effects, byte for byte.
public final class SearchEngine {
    /// The version of the protocol that is spoken.
    public static let protocolVersion = "1.1"

    /// From how many bytes of unsent answers, or of script that waits, on no input is wanted.
    static let mostWaitingBytes = 8 << 20

    let configuration: Configuration
    let timeline: Timeline
    let outbox = Outbox()
    let fetcher: Fetcher
    let loader: Loader
    let script: Script?
    private let recorder: Recorder?
    private let effects = Effects()
    private var announcedWake: Instant?

    // It is looked at or changed at once, and calls nobody: no two accesses overlap.
    @exclusivity(unchecked) var sessions = OpenSessions()
    /// Those that have ended with everything. They are not taken apart: that takes longer than all that is left to do.
    var endedSessions: [Session] = []
    /// Those that were closed by a batch and have something to tell behind its answer, which is not there yet; by their names.
    var closing: [ExactText: Session] = [:]
    var madeNames = 0

    // It is looked at or changed at once, and calls nobody: no two accesses overlap.
    @exclusivity(unchecked) var intake = Intake()

    /// The batch that is being processed.
    var batch: Batch?

    /// Which requests wait for details.
    let openDetails = OpenRequests()

    /// What is being done with items.
    let performances: Performances

    /// How many sessions have something under way.
    let activity = Activity()

    /// Who looks after the sources that others may change, by their names.
    var watches: [ExactText: Watch] = [:]

    var phase = Phase.running
    var isShutDown = false

    /// The effects of the event that is being handled.
    private final class Effects {
        // Effects are put in and taken out, and call nobody: no two accesses overlap.
        @exclusivity(unchecked) var list: [Effect] = []
    }

    /// An engine at the instant `now`.
    public init(_ configuration: Configuration, now: Instant) {
        self.configuration = configuration
        let timeline = Timeline(now: now)
        self.timeline = timeline
        let emit: (Effect) -> Void = { [effects] in effects.list.append($0) }
        fetcher = Fetcher(
            timeline: timeline, seed: configuration.seed, waits: !configuration.isScript, emit: emit)
        recorder = configuration.isRecording ? Recorder(timeline: timeline, emit: emit) : nil
        loader = Loader(fetcher: fetcher, timeline: timeline, recorder: recorder, replay: configuration.replay)
        performances = Performances(loader: loader, emit: emit)
        script = configuration.isScript ? Script() : nil
        recorder?.begin(configuration)
        // The session `default` is there from the start.
        _ = try? session(named: nil)
    }

    // A session's streams hold on to each other until it is closed.
    deinit {
        performances.giveUp()
        for session in endedSessions + sessions.all { session.close() }
        outbox.close()
    }

    /// Whether more input may come. It is false while answers pile up that nobody reads, and while a message is set aside.
    public var wantsInput: Bool {
        !intake.isAside && outbox.waitingBytes < Self.mostWaitingBytes
            && (script?.waitingBytes ?? 0) < Self.mostWaitingBytes
    }

    /// Takes note of what has happened at `instant`; answers what is to be done, in order.
    ///
    /// Timers that are due at or before `instant` fire first. Whoever wants to hear of each of them, lets `timePassed`
    /// happen until `wake` lies behind `instant`, and asks for messages in between.
    public func handle(_ event: Event, at instant: Instant) -> [Effect] {
        guard phase != .ended else { return [] }
        if case .timePassed = event { _ = timeline.step(to: instant) } else { timeline.advance(to: instant) }
        switch event {
        case .messageArrived(let bytes):
            recorder?.received(bytes)
            arrived(.text(bytes))
        case .messageTooLong(let beginning):
            recorder?.received(beginning)
            arrived(
                .message(
                    Message(tooLong: beginning, limit: Framing.maximumMessageLength), size: beginning.count))
        case .framingLost(let reason):
            arrived(.message(.single(.invalid(id: .null, ResponseError(.parseError, reason))), size: 0))
            arrived(.end(code: 1))
        case .inputEnded:
            arrived(.end(code: 0))
        case .fetchFinished(let id, let result):
            fetcher.finish(id, result)
        case .sourceChanged(let name):
            sourceChanged(name)
        case .timePassed:
            break
        }
        continueScript()
        continueEnding()
        return takeEffects()
    }

    /// The next message to send, rendered as things stand now; nil if there is none. To be asked after every event for
    /// as long as there is room in the output: what is not asked for folds into newer state. What there is to do
    /// because of it is answered by `takeEffects`.
    public func nextMessage(at instant: Instant) -> [UInt8]? {
        guard phase != .ended else { return nil }
        timeline.pass(to: instant)
        while true {
            if let message = outbox.next() {
                recorder?.sent(message)
                return message
            }
            // A script goes on when everything has been told: what it prints reads like what happened. So does the end,
            // and either may lead to something to tell, or to the next step.
            guard continueScript() || continueEnding() else { return nil }
        }
    }

    /// What there is to do, in order, since this or `handle` was last called.
    public func takeEffects() -> [Effect] {
        // Behind the end there is nothing to be woken for, whatever was due meanwhile.
        let wake = phase == .ended ? nil : timeline.nextWake
        if wake != announcedWake {
            announcedWake = wake
            emit(.wake(wake))
        }
        guard !effects.list.isEmpty else { return [] }
        defer { effects.list = [] }
        return effects.list
    }

    func emit(_ effect: Effect) {
        effects.list.append(effect)
    }

    func log(_ level: LogLevel, _ text: String) {
        emit(.log(level, text))
    }
}
