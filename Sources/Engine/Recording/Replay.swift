import JSON
import SearchSource
import Signals
import Time

/// The answers of a recorded session, to be given instead of asking the sources.
///
/// An answer is found by what was asked: the source, and the query with its cursor, or the id and the action. A question
/// that was asked several times gets its answers in the order in which it was asked, and after the last one that one again.
/// Each comes as long after the question as it did then.
public final class Replay {
    /// What was asked, byte for byte as it is written down.
    private struct Key: Hashable {
        private let source: ExactText
        private let question: [UInt8]

        init(_ question: Question, source: String) {
            self.source = ExactText(source)
            self.question = JSONWriter.bytes { $0.members(of: question) }
        }
    }

    /// What became of a question once: the parts of its answer, each with how long it took after the one before; nil if
    /// it came within the call that asked.
    private struct Take {
        var parts: [(wait: Duration?, answer: RecordedAnswer, options: Options)] = []

        /// Whether nothing is missing: the question was not cancelled before it was answered to the end.
        var isWhole: Bool { parts.last?.answer.isLast ?? false }
    }

    /// A question whose answer has not come to its end yet.
    private struct Asked {
        let source: String
        let key: Key
        /// Where its answer stands among those to the same question.
        let place: Int
        var ms: Double
    }

    /// An option as a source has it.
    private struct Choice {
        let option: PacingOption
        let value: PacingOption.Value
    }

    /// The options that sources have said, by their names.
    private typealias Options = [ExactText: [Choice]]

    /// The options that sources have said with the answers up to here.
    private var options: Options = [:]

    private var takes: [Key: [Take]] = [:]
    private var given: [Key: Int] = [:]

    /// What the session that was recorded was started with: the source of its session `default`.
    public private(set) var defaultSource: String?

    /// What is wrong with a recording.
    public struct Fault: Error, Hashable, CustomStringConvertible {
        /// The line, counted from 1.
        public let line: Int
        /// What was found there, and what would be right.
        public let description: String
    }

    /// Reads a recording.
    public init(_ bytes: [UInt8]) throws(Fault) {
        var open: [Int: Asked] = [:]
        for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            func fault(_ description: String) -> Fault { Fault(line: index + 1, description: description) }
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let value: JSONValue
            do {
                value = try JSONParser.parse(Array(text), maximumDepth: Self.maximumDepth)
            } catch {
                throw fault(error.description)
            }
            guard let object = value.object else { throw fault("a line of a recording is an object") }
            guard case .number(let time) = object["ms"], let ms = time.double else {
                throw fault("`ms` must be a number of milliseconds")
            }
            if let header = object["record"]?.object {
                guard header["format"]?.integer == 1 else {
                    throw fault("`format` must be 1: this seekline reads no other")
                }
                defaultSource = header["source"]?.string
            } else if let asked = object["ask"]?.object {
                guard let number = asked["number"]?.integer, let source = asked["source"]?.string,
                    let question = Question(recorded: asked)
                else { throw fault("`ask` must have `number`, `source` and `page`, `detail` or `perform`") }
                let key = Key(question, source: source)
                open[number] = Asked(source: source, key: key, place: takes[key]?.count ?? 0, ms: ms)
                takes[key, default: []].append(Take())
            } else if let answered = object["answer"]?.object ?? object["drop"]?.object {
                guard let number = answered["number"]?.integer, var asked = open.removeValue(forKey: number)
                else { throw fault("`number` must be that of an `ask` before it") }
                guard object["answer"] != nil else { continue }
                guard let answer = RecordedAnswer(recorded: answered),
                    ["last", "atOnce"].allSatisfy({ answered[$0] == nil || answered[$0]?.boolean != nil })
                else { throw fault("`answer` must have a whole `page`, `detail`, `performed` or `error`") }
                guard let options = Self.options(in: answered, of: asked.source) else {
                    throw fault(
                        "`options` must be an object of options, each with a value of it, and `optionsOf` has such")
                }
                let isAtOnce = answered["atOnce"]?.boolean ?? false && answer.mayComeAtOnce
                takes[asked.key]?[asked.place].parts.append(
                    (isAtOnce ? nil : Self.wait(from: asked.ms, to: ms), answer, options))
                asked.ms = ms
                if !answer.isLast { open[number] = asked }
            }
        }
    }

    /// The options that the answer of a source says: its own, or those of the sources of a union; nil if they are none.
    private static func options(in answer: JSONObject, of source: String) -> Options? {
        var options: Options = [:]
        if let own = answer["options"] {
            guard let choices = choices(own) else { return nil }
            options[ExactText(source)] = choices
        }
        if let others = answer["optionsOf"] {
            guard let others = others.object else { return nil }
            for (name, value) in others.members {
                guard let choices = choices(value) else { return nil }
                options[ExactText(name)] = choices
            }
        }
        return options
    }

    private static func choices(_ value: JSONValue) -> [Choice]? {
        guard let object = value.object else { return nil }
        var choices: [Choice] = []
        for option in PacingOption.all {
            guard let json = object[option.name] else { continue }
            let value = json.integer.map(PacingOption.Value.integer) ?? json.string.map(PacingOption.Value.word)
            guard let value, option.domain.contains(value) else { return nil }
            choices.append(Choice(option: option, value: value))
        }
        return choices
    }

    /// How a search box on `source` behaves: as it is, or as it has said with its answers up to here.
    fileprivate func pacing(of source: any Source) -> Pacing {
        var pacing = source.info.pacing
        for choice in options[ExactText(source.info.name)] ?? [] { _ = choice.option.set(choice.value, in: &pacing) }
        return pacing
    }

    /// Messages are nested 128 deep at most, and each stands in an object here.
    private static let maximumDepth = 129

    /// How long it is from one time of a recording to another: never less than nothing, nor more than a day.
    private static func wait(from start: Double, to end: Double) -> Duration {
        // A difference that no `Double` holds is infinite, which no `Duration` does.
        min(.milliseconds(min(max(0, end - start), 1e9)), .day)
    }

    /// How long a question that was never answered stays open: as long as a request.
    private static let patience = Duration.seconds(15)

    func answer<Value: Answerable>(
        to question: Question, of source: String, on timeline: Timeline
    ) -> Signal<Result<Part<Value>, SourceError>> {
        Signal { [self] receive in
            let key = Key(question, source: source)
            let times = given[key, default: 0]
            given[key] = times + 1
            guard let takes = takes[key], let take = times < takes.count ? takes[times] : takes.last else {
                receive(.failure(SourceError(.source, "the recording has no answer to this question")))
                return Subscription {}
            }
            let parts = take.parts.map { part in
                // What did not come within the call that asked never does, however fast it was.
                (
                    part.wait.map { max($0, .nanoseconds(1)) },
                    (part.answer.part(of: Value.self) ?? .failure(Self.otherKind), part.options)
                )
            }
            let end: [(Duration?, (Result<Part<Value>, SourceError>, Options))] =
                take.isWhole ? [] : [(Self.patience, (.failure(Self.cancelled), [:]))]
            let playing = Playing(parts + end, on: timeline) { [self] result, told in
                options.merge(told) { $1 }
                receive(result)
            }
            playing.next()
            return Subscription { playing.stop() }
        }
    }

    private static let otherKind = SourceError(.source, "the recording has an answer of another kind")
    private static let cancelled = SourceError(.timeout, "the recording has no answer: the question was cancelled")
}

extension Optional where Wrapped == Replay {
    /// How a search box on `source` behaves, unless a session sets it otherwise.
    func pacing(of source: any Source) -> Pacing {
        self?.pacing(of: source) ?? source.info.pacing
    }
}
