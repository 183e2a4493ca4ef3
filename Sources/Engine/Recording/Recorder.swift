import JSON
import JSONRPC
import SearchSource
import Signals
import Time

/// Writes down what goes in and out, one JSON object per line, each with its time. `protocol/README.md` has the format.
///
/// Sources are recorded by question and answer, not by request and response: that is what a replay needs, it is the
/// same for every kind of source, and no URL or header with a key in it comes near the file.
final class Recorder {
    private let timeline: Timeline
    private let emit: (Effect) -> Void
    private let start: Instant
    private var questions = 0
    /// How a search box on each source that was asked, or is in a union that was, behaves as far as the record tells.
    private var known: [ExactText: Pacing] = [:]

    init(timeline: Timeline, emit: @escaping (Effect) -> Void) {
        self.timeline = timeline
        self.emit = emit
        start = timeline.now
    }

    /// Writes the first line.
    func begin(_ configuration: SearchEngine.Configuration) {
        line("record") {
            $0.object {
                $0.member("format", 1)
                $0.member("protocol", SearchEngine.protocolVersion)
                $0.member("version", configuration.version)
                $0.member("source", configuration.defaultSource)
                $0.member("script", configuration.isScript)
                let source = configuration.sources.first { $0.info.name == configuration.defaultSource }
                $0.member("options") { $0.options(source?.info.pacing ?? Pacing()) }
            }
        }
    }

    /// Writes down a message from the client; one that is not JSON becomes a string.
    func received(_ message: [UInt8]) {
        line("in") { $0.message(message) }
    }

    /// Writes down a message to the client.
    func sent(_ message: [UInt8]) {
        line("out") { $0.raw(message) }
    }

    /// Returns the signal with the question and its outcome written down: each part of an answer as it comes, with the
    /// options of sessions that are opened after it, if those have changed.
    ///
    /// - Parameter pacings: Returns those options; for a union, those of its sources.
    func recording<Value: Answerable>(
        _ answer: Signal<Result<Part<Value>, SourceError>>, to question: Question, of source: String, session: String,
        pacings: @escaping () -> [(source: String, pacing: Pacing)]
    ) -> Signal<Result<Part<Value>, SourceError>> {
        Signal { [self] receive in
            questions += 1
            let number = questions
            var isOpen = true
            var isAsking = true
            for (name, pacing) in pacings() where known[ExactText(name)] == nil { known[ExactText(name)] = pacing }
            line("ask") {
                $0.object {
                    $0.member("number", number)
                    $0.member("session", session)
                    $0.member("source", source)
                    $0.members(of: question)
                }
            }
            let subscription = answer.subscribe { [self] result in
                isOpen = (try? result.get())?.isLast == false
                line("answer") {
                    $0.object {
                        $0.member("number", number)
                        $0.members(ofRecorded: result)
                        if isAsking { $0.member("atOnce", true) }
                        $0.members(of: changes(among: pacings()), of: source)
                    }
                }
                receive(result)
            }
            isAsking = false
            return Subscription { [self] in
                subscription.cancel()
                guard isOpen else { return }
                isOpen = false
                line("drop") { $0.object { $0.member("number", number) } }
            }
        }
    }

    /// Returns those of `pacings` that differ from what was known before, and remembers all of them.
    private func changes(among pacings: [(source: String, pacing: Pacing)]) -> [(source: String, pacing: Pacing)] {
        pacings.filter { known.updateValue($0.pacing, forKey: ExactText($0.source)) != $0.pacing }
    }

    private func line(_ kind: StaticString, _ value: (inout JSONWriter) -> Void) {
        let line = JSONWriter.bytes {
            $0.member("ms") { $0.raw(milliseconds.utf8) }
            $0.member(kind, value)
        }
        emit(.record(line))
    }

    /// The time since the first line in milliseconds, with three decimals.
    private var milliseconds: String {
        let (seconds, attoseconds) = start.duration(to: timeline.now).components
        let microseconds = attoseconds / 1_000_000_000_000
        let decimals = String(microseconds % 1000)
        return "\(seconds * 1000 + microseconds / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
    }
}

extension JSONWriter {
    /// Writes the changed options: those of the source that was asked or, if it is a union, of its sources.
    fileprivate mutating func members(of changes: [(source: String, pacing: Pacing)], of asked: String) {
        if let own = changes.first(where: { $0.source.hasSameBytes(as: asked) }) {
            member("options") { $0.options(own.pacing) }
        } else if !changes.isEmpty {
            member("optionsOf") {
                $0.object {
                    for (source, pacing) in changes { $0.member(named: source) { $0.options(pacing) } }
                }
            }
        }
    }

    fileprivate mutating func message(_ bytes: [UInt8]) {
        if (try? JSONDocument(bytes)) != nil, !bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            // Line breaks in JSON are white space, and a record is read line by line.
            raw(bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        } else {
            string(String(decoding: bytes, as: UTF8.self))
        }
    }
}
