import JSON
import SearchSource
import Signals
import Time

/// The answers of a recorded session, given instead of asking the sources.
///
/// An answer is found by what was asked: the source, and the query with its cursor, or the id and the action. A
/// question that was asked several times gets its answers in the order in which it was asked, and after that the last
/// one again. Each comes as long after the question as it did in the recording.
public final class Replay {
    /// What was asked, byte for byte as it is written in a recording.
    private struct Key: Hashable {
        private let source: ExactText
        private let question: [UInt8]

        init(_ question: Question, source: String) {
            self.source = ExactText(source)
            self.question = JSONWriter.bytes { $0.members(of: question) }
        }
    }

    /// What a question came to once: the parts of its answer, each with how long after the previous one it came, or nil
    /// if it came within the call that asked.
    private struct Take {
        var parts: [(wait: Duration?, answer: RecordedAnswer, options: Options)] = []

        /// Whether nothing is missing: the question was not cancelled before its answer was complete.
        var isWhole: Bool { parts.last?.answer.isLast ?? false }
    }

    /// A question whose answer is not complete yet.
    private struct Asked {
        let source: String
        let key: Key
        /// The index of its answer among those to the same question.
        let place: Int
        var ms: Double
    }

    /// The value that a source has for an option.
    private struct Choice {
        let option: PacingOption
        let value: PacingOption.Value
    }

    /// The options that sources have announced, by the names of the sources.
    private typealias Options = [ExactText: [Choice]]

    /// The options that sources have announced with their answers so far.
    private var options: Options = [:]

    private var takes: [Key: [Take]] = [:]
    private var given: [Key: Int] = [:]

    /// The source of the session `default` in the recorded process.
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
            guard let object = value.object else { throw fault("each line of a recording must be an object") }
            guard case .number(let time) = object["ms"], let ms = time.double else {
                throw fault("`ms` must be a number of milliseconds")
            }
            if let header = object["record"]?.object {
                guard header["format"]?.integer == 1 else {
                    throw fault("`format` must be 1, the only one that this seekline reads")
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
                        "`options` must be an object of options with valid values, as must those in `optionsOf`")
                }
                let isAtOnce = answered["atOnce"]?.boolean ?? false && answer.mayComeAtOnce
                takes[asked.key]?[asked.place].parts.append(
                    (isAtOnce ? nil : Self.wait(from: asked.ms, to: ms), answer, options))
                asked.ms = ms
                if !answer.isLast { open[number] = asked }
            }
        }
    }

    /// Returns the options that an answer of `source` announces: its own, or those of the sources of a union; nil if
    /// they are not valid.
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

    /// Returns how a search box on `source` behaves: by its own settings, or by what its answers so far have announced.
    fileprivate func pacing(of source: any Source) -> Pacing {
        var pacing = source.info.pacing
        for choice in options[ExactText(source.info.name)] ?? [] { _ = choice.option.set(choice.value, in: &pacing) }
        return pacing
    }

    /// Messages are nested at most 128 deep, and each is in an object here.
    private static let maximumDepth = 129

    /// Returns the time from `start` to `end`, both in milliseconds: never negative, and at most a day.
    private static func wait(from start: Double, to end: Double) -> Duration {
        // A difference that no `Double` can hold is infinite, which no `Duration` can be.
        min(.milliseconds(min(max(0, end - start), 1e9)), .day)
    }

    /// How long a question that was never answered stays open: as long as a request. (An action has such a limit anyway.)
    private static let patience = Duration.seconds(15)

    func answer<Value: Answerable>(
        to question: Question, of source: String, on timeline: Timeline
    ) -> Signal<Result<Part<Value>, SourceError>> {
        Signal { [self] receive in
            let key = Key(question, source: source)
            let times = given[key, default: 0]
            given[key] = times + 1
            // The last answer is given again and again.
            let take = takes[key].flatMap { takes in
                times < takes.count ? takes[times] : takes.last(where: \.isWhole) ?? takes.last
            }
            guard let take else {
                receive(.failure(SourceError(.source, "the recording has no answer to this request")))
                return Subscription {}
            }
            let parts = take.parts.map { part in
                // What did not come within the call that asked never does, however quickly it came.
                (
                    part.wait.map { max($0, .nanoseconds(1)) },
                    (part.answer.part(of: Value.self) ?? .failure(Self.otherKind), part.options)
                )
            }
            let end: [(Duration?, (Result<Part<Value>, SourceError>, Options))] =
                take.isWhole || !question.isRepeatable ? [] : [(Self.patience, (.failure(Self.cancelled), [:]))]
            let playing = Playing(parts + end, on: timeline) { [self] result, told in
                options.merge(told) { $1 }
                receive(result)
            }
            playing.next()
            return Subscription { playing.stop() }
        }
    }

    private static let otherKind = SourceError(.source, "the recording has an answer of another kind")
    private static let cancelled = SourceError(.timeout, "the recording has no answer: the request was cancelled")
}

extension Optional where Wrapped == Replay {
    /// Returns how a search box on `source` behaves, unless a session sets it otherwise.
    func pacing(of source: any Source) -> Pacing {
        self?.pacing(of: source) ?? source.info.pacing
    }
}
