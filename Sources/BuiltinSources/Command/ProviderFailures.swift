import JSON
import SearchSource

/// What is said when a program that stays does not do what it should.
struct ProviderFailures: Sendable {
    private let name: String
    private let timeoutMs: Int

    /// Which source and program it is: "run: `program`".
    let place: String

    /// Where it is said what a provider does.
    private static let advice = "protocol/providers/README.md says what a provider does"

    init(name: String, _ description: CommandDescription) {
        self.name = name
        place = "\(name): `\(description.program)`"
        timeoutMs = description.timeoutMs
    }

    /// What it means that a request has ended like this.
    ///
    /// - Parameter advice: What can be done if the program is there no more.
    func error(for end: ChildRows.End, lastWords: String, advice: String = "try again") -> SourceError {
        let said = said(lastWords)
        switch end {
        case .exited(let code):
            return SourceError(
                .source, "\(place) ended with the exit code \(code) before it answered\(said); \(advice)",
                isRetryable: true)
        case .killed(let signal):
            return SourceError(.source, "\(place) was ended by signal \(signal)\(said); \(advice)", isRetryable: true)
        case .fellSilent:
            return SourceError(
                .source, "\(place) closed its output before it answered\(said); it may close it when it ends",
                isRetryable: true)
        case .timedOut:
            return SourceError(
                .timeout,
                "\(place) did not answer in \(timeoutMs) ms\(said); type more, or set \(name).timeoutMs higher; "
                    + "an answer that is not flushed is not sent",
                isRetryable: true)
        case .couldNotStart(let reason, let obstacle):
            let advice = obstacle.advice(for: name, program: name)
            return SourceError(obstacle.kind, "\(place) \(reason)\(advice)", isRetryable: true)
        case .misspoke(let words):
            return SourceError(.decode, "\(place) \(words)\(said); \(Self.advice)", isRetryable: true)
        case .refused(let error): return refusal(error)
        case .resting(let pause, let end):
            var error = error(for: end, lastWords: lastWords)
            error.message += "; it is started again in \(pause.wholeMilliseconds) ms"
            error.isRetryable = true
            error.retryAfter = pause
            return error
        case .answered, .isGone: return .givenUp
        }
    }

    /// What it means that a request to do something has ended like this: if it was sent, nobody knows what has been done.
    func unknownOutcome(_ end: ChildRows.End, lastWords: String) -> SourceError {
        var error = error(for: end, lastWords: lastWords, advice: "outcome unknown")
        switch end {
        case .couldNotStart, .resting, .refused: break
        default: error.isRetryable = false
        }
        return error
    }

    /// What a program has answered that is an error: its own words.
    private func refusal(_ error: ProviderError) -> SourceError {
        let data = (try? JSONParser.parse(error.data))?.object
        let known = data?["kind"]?.string.flatMap { kind in
            SourceError.Kind.all.first { $0.text.hasSameBytes(as: kind) }
        }
        let retryAfter = data?["retryAfterMs"]?.integer.map { Duration.milliseconds(min(max(0, $0), 86_400_000)) }
        return SourceError(
            known.map { SourceError.Kind(rawValue: $0.text) } ?? .source, "\(place): \(error.message)",
            isRetryable: data?["isRetryable"]?.boolean ?? (retryAfter != nil), retryAfter: retryAfter)
    }

    /// That what it has answered cannot be read.
    func unreadable(_ error: SourceError, lastWords: String) -> SourceError {
        SourceError(.decode, "\(error.message)\(said(lastWords)); \(Self.advice)")
    }

    /// That a page is larger than any.
    func tooLarge(_ found: String) -> SourceError {
        SourceError(.decode, "\(place) sent a page of \(found); it ends a page sooner, and says `next`")
    }

    private func said(_ lastWords: String) -> String { lastWords.isEmpty ? "" : "; it said: \(lastWords)" }
}
