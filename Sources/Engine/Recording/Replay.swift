import JSON
import SearchSource
import Signals

/// The answers of a recorded session, to be given instead of asking the sources.
///
/// An answer is found by what was asked: the source, and the query with its cursor, or the id. A question that was
/// asked several times gets its answers in their order, and after the last one that one again. Each comes as long
/// after the question as it did then.
public final class Replay {
    private struct Key: Hashable {
        var source: String
        var question: Question
    }

    private struct Take {
        var afterNanoseconds: Int64
        /// Nil if the question was cancelled before it was answered.
        var answer: Computed?
    }

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
        var open: [Int: (key: Key, ms: Double)] = [:]
        for (index, text) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = index + 1
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
            let object: JSONObject
            do {
                guard let parsed = try JSONParser.parse(Array(text)).object else {
                    throw Fault(line: line, description: "a line of a recording is an object")
                }
                object = parsed
            } catch let error as JSONError {
                throw Fault(line: line, description: error.description)
            } catch {
                throw Fault(line: line, description: "a line of a recording is an object")
            }
            guard case .number(let time) = object["ms"], let ms = time.double else {
                throw Fault(line: line, description: "`ms` must be a number of milliseconds")
            }
            if let header = object["record"]?.object {
                guard header["format"]?.integer == 1 else {
                    throw Fault(line: line, description: "`format` must be 1: this seekline reads no other")
                }
                defaultSource = header["source"]?.string
            } else if let asked = object["ask"]?.object {
                guard let number = asked["number"]?.integer, let source = asked["source"]?.string,
                    let question = Question(recorded: asked)
                else {
                    throw Fault(line: line, description: "`ask` must have `number`, `source` and `page` or `detail`")
                }
                open[number] = (Key(source: source, question: question), ms)
            } else if let answered = object["answer"]?.object ?? object["drop"]?.object {
                guard let number = answered["number"]?.integer, let (key, asked) = open.removeValue(forKey: number)
                else { throw Fault(line: line, description: "`number` must be that of an `ask` before it") }
                let answer = Computed(recorded: answered, to: key.question)
                if object["answer"] != nil, answer == nil {
                    throw Fault(line: line, description: "`answer` must have a whole `page`, `detail` or `error`")
                }
                takes[key, default: []].append(
                    Take(afterNanoseconds: Int64(max(0, ms - asked) * 1_000_000), answer: answer))
            }
        }
        for (key, _) in open.values {
            takes[key, default: []].append(Take(afterNanoseconds: 0, answer: nil))
        }
    }

    /// How long a question that was never answered stays open, in nanoseconds: as long as a request.
    private static let patience: Int64 = 15_000_000_000

    func answer<Value: Answer>(
        to question: Question, of source: String, on timeline: Timeline
    ) -> Signal<Result<Value, SourceError>> {
        Signal { [self] receive in
            let key = Key(source: source, question: question)
            let times = given[key, default: 0]
            given[key] = times + 1
            guard let takes = takes[key], let take = times < takes.count ? takes[times] : takes.last else {
                receive(.failure(SourceError(.source, "the recording has no answer to this question")))
                return Subscription {}
            }
            let result: Result<Value, SourceError> =
                take.answer.flatMap(Value.result(of:))
                ?? .failure(SourceError(.timeout, "the recording has no answer: the question was cancelled"))
            // An answer never comes within the event that asks, however fast it was.
            let delay = take.answer == nil ? Self.patience : max(take.afterNanoseconds, 1)
            let due = Instant(nanoseconds: timeline.now.nanoseconds + delay)
            return timeline.timer(at: due).subscribe { receive(result) }
        }
    }
}
