import JSON
import JSONRPC
import SearchSource
import Signals
import Time

/// The engine: events go in, effects come out. It knows no threads, no clocks and no descriptors.
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

    /// The limit on unsent answers, and on the waiting script, in bytes: once it is reached, no input is wanted.
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

    // It is read or changed in one step that calls nothing else: no two accesses overlap.
    @exclusivity(unchecked) var sessions = OpenSessions()
    /// The sessions that ended along with the engine. They are not torn down before `deinit`: that takes longer than
    /// all that is left to do.
    var endedSessions: [Session] = []
    /// The sessions that a batch closed and that have something left to tell after its answer, which is not there yet;
    /// by name.
    var closing: [ExactText: Session] = [:]
    var madeNames = 0
    var openedSessions = 0

    // It is read or changed in one step that calls nothing else: no two accesses overlap.
    @exclusivity(unchecked) var intake = Intake()

    /// The batch that is being processed.
    var batch: Batch?

    /// The requests that wait for details.
    let openDetails = OpenRequests()

    /// The actions that are being performed on items.
    let performances: Performances

    /// How many sessions have something under way.
    let activity = Activity()

    /// The watches on the sources that others may change, by the names of those.
    var watches: [ExactText: Watch] = [:]

    var phase = Phase.running
    var isShutDown = false

    /// The effects of the event that is being handled.
    private final class Effects {
        // Effects are only added and taken, and nothing else is called: no two accesses overlap.
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
        // The session `default` is open from the start.
        _ = try? session(named: nil)
    }

    // A session's signals retain each other until it is closed.
    deinit {
        performances.giveUp()
        for session in endedSessions + sessions.all { session.close() }
        outbox.close()
    }

    /// Whether more input is wanted: false while unread answers pile up, and while a message is set aside.
    public var wantsInput: Bool {
        !intake.isAside && outbox.waitingBytes < Self.mostWaitingBytes
            && (script?.waitingBytes ?? 0) < Self.mostWaitingBytes
    }

    /// Handles an event that happened at `instant`; returns what is to be done, in order.
    ///
    /// Timers that are due at or before `instant` fire first. To get the messages of each of them, pass `timePassed`
    /// until `wake` is later than `instant`, and ask for messages in between.
    public func handle(_ event: Event, at instant: Instant) -> [Effect] {
        if hasEnded { return [] }
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

    /// Returns the next message to send, rendered from the current state; nil if there is none. To be called after
    /// every event for as long as there is room in the output: what is not asked for folds into newer state. What is to
    /// be done because of it is returned by `takeEffects`.
    public func nextMessage(at instant: Instant) -> [UInt8]? {
        if hasEnded { return nil }
        timeline.pass(to: instant)
        while true {
            if let message = outbox.next() {
                recorder?.sent(message)
                return message
            }
            // A script continues once everything has been told, so that its output reads in the order of events. So
            // does the end, and either may lead to something to tell, or to the next step.
            guard continueScript() || continueEnding() else { return nil }
        }
    }

    /// Returns what is to be done, in order, since this or `handle` was last called.
    public func takeEffects() -> [Effect] {
        // After the end there is nothing to be woken for, whatever is still due.
        let wake = hasEnded ? nil : timeline.nextWake
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
