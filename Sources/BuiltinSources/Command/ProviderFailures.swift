import JSON
import SearchSource

/// The errors of a provider that fails.
struct ProviderFailures: Sendable {
    private let name: String
    private let timeoutMs: Int

    /// The source and the program: "run: `program`".
    let place: String

    /// Where to read what a provider does.
    private static let advice = "protocol/providers/README.md says what a provider does"

    init(name: String, _ description: CommandDescription) {
        self.name = name
        place = "\(name): `\(description.program)`"
        timeoutMs = description.timeoutMs
    }

    /// Returns the error for a request that ended in this way.
    ///
    /// - Parameters:
    ///   - advice: What to do if the program is no longer running.
    ///   - lateAdvice: What to do if it takes too long.
    func error(
        for end: ChildRows.End, lastWords: String, advice: String = "try again", lateAdvice: String = "type more, or "
    ) -> SourceError {
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
                .source, "\(place) closed its output before it answered\(said); it must keep it open until it ends",
                isRetryable: true)
        case .timedOut:
            return SourceError(
                .timeout,
                "\(place) did not answer in \(timeoutMs) ms\(said); \(lateAdvice)set \(name).timeoutMs higher; "
                    + "an answer must be flushed to be sent",
                isRetryable: true)
        case .couldNotStart(let reason, let obstacle):
            let advice = obstacle.advice(for: name, program: name)
            return SourceError(obstacle.kind, "\(place) \(reason)\(advice)", isRetryable: true)
        case .misspoke(let words):
            return SourceError(.decode, "\(place) \(words)\(said); \(Self.advice)", isRetryable: true)
        case .refused(let error): return refusal(error)
        case .notSent(after: let end): return error(for: end, lastWords: lastWords, lateAdvice: "")
        case .resting(let pause, let end):
            var error = error(for: end, lastWords: lastWords, lateAdvice: "")
            error.message += "; it will be restarted in \(pause.wholeMilliseconds) ms"
            error.isRetryable = true
            error.retryAfter = pause
            return error
        case .answered, .isGone: return .givenUp
        }
    }

    /// Returns the error for a request to perform an action that ended in this way: if it was sent, the outcome is
    /// unknown.
    func unknownOutcome(_ end: ChildRows.End, lastWords: String) -> SourceError {
        var error = error(
            for: end, lastWords: lastWords, advice: "outcome unknown", lateAdvice: "outcome unknown; ")
        switch end {
        case .couldNotStart, .resting, .notSent, .refused: break
        default: error.isRetryable = false
        }
        return error
    }

    /// Returns the error that a program answered with, in its own words.
    private func refusal(_ error: ProviderError) -> SourceError {
        let data = (try? JSONParser.parse(error.data))?.object
        let known = data?["kind"]?.string.flatMap { kind in
            SourceError.Kind.all.first { $0.text.hasSameBytes(as: kind) }
        }
        let kind = known.map { SourceError.Kind(rawValue: $0.text) } ?? .source
        let retryAfter = data?["retryAfterMs"]?.integer.map { Duration.milliseconds(min(max(0, $0), 86_400_000)) }
        let passes = retryAfter != nil || [.offline, .timeout, .rateLimited].contains(kind)
        return SourceError(
            kind, "\(place): \(error.message)", isRetryable: data?["isRetryable"]?.boolean ?? passes,
            retryAfter: retryAfter)
    }

    /// Returns the error for an answer that cannot be read.
    func unreadable(_ error: SourceError, lastWords: String) -> SourceError {
        SourceError(.decode, "\(error.message)\(said(lastWords)); \(Self.advice)")
    }

    /// Returns the error for a page that is too large.
    func tooLarge(_ found: String) -> SourceError {
        SourceError(.decode, "\(place) sent a page of \(found); it must end the page earlier, with a `next`")
    }

    private func said(_ lastWords: String) -> String { lastWords.isEmpty ? "" : "; it said: \(lastWords)" }
}
