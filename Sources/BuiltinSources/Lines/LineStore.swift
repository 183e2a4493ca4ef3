import Platform
import SearchSource
import Synchronization
import Time

/// The lines of some files, kept in memory and read again when the files have visibly changed.
///
///     nothing ──step──→ reading ──finished──→ held ──step: unchanged──→ held
///                          ↑  └──overtaken──→ nothing, three times at most
///                          └──step: changed, or not readable the last time── held
///
/// A file that is gone may be about to come back, as when a log is rotated, so the list stays as it was for two
/// seconds. Only watchers measure that time, in `hasChanged`; if there are none, or none any more, the file counts as
/// gone.
///
/// Several searches may want the lines at the same time: each step helps all of them.
final class LineStore: Sendable {
    private let patterns: [FilePattern]
    private let scheme: LineScheme
    private let state = Mutex(State())
    /// The number of watchers. (Not part of the state, so that one that comes or goes does not wait for the lock.)
    private let watchers = Atomic(0)

    /// How long a file may be gone before that counts.
    static let grace = Duration.seconds(2)
    /// How many times reading is started for one search at most, because the files may change while they are read.
    private static let mostAttempts = 3

    fileprivate struct State {
        /// What was read last: its lines, or why there are none.
        var held: Held?
        /// The reading in progress, and the search that started it.
        var reading: (FileReading, for: Visit)?
        /// When a file that is held was first seen to be gone.
        var goneSince: Instant?
        /// Whether that was too long ago for a rotation.
        var isGone = false
    }

    fileprivate struct Held {
        let reading: FileReading
        let result: Result<LineContents, SourceError>
    }

    /// One search, which wants the lines as they are when it begins, or later.
    final class Visit: Sendable {
        fileprivate let attempts = Atomic(0)
    }

    /// The result of a step.
    enum Step {
        /// There is more to be done.
        case unfinished
        /// The lines, or why there are none.
        case finished(Result<LineContents, SourceError>)
    }

    /// Creates a store for the lines of the files that these patterns match.
    init(_ patterns: [FilePattern], _ scheme: LineScheme) {
        self.patterns = patterns
        self.scheme = scheme
    }

    /// Works towards the lines for a few milliseconds.
    func step(_ visit: Visit) -> Step {
        state.withLock { state in
            if state.reading == nil {
                let survey = FileSurvey(patterns)
                let isWatched = watchers.load(ordering: .relaxed) > 0
                if let held = state.held, held.counts(for: survey) || isWatched && state.keeps(held, in: survey) {
                    return .finished(held.result)
                }
                if let fault = survey.fault { return state.finish(FileReading(survey, scheme), .failure(fault)) }
                guard visit.attempts.add(1, ordering: .relaxed).newValue <= Self.mostAttempts else {
                    return .finished(.failure(.unusable(patterns[0].text, "it changes faster than it can be read")))
                }
                let addition = state.held.flatMap { held in
                    (try? held.result.get()).flatMap { _ in FileReading(survey, behind: held.reading) }
                }
                state.reading = (addition ?? FileReading(survey, scheme), visit)
            }
            return state.readOn(visit, scheme)
        }
    }

    /// Adds watchers, or removes some if `number` is negative.
    func watchersChange(by number: Int) {
        watchers.add(number, ordering: .relaxed)
    }

    /// Returns what the files look like now and when they were last read; nil if they never were, or if a file is gone
    /// that may come back. This reads no file.
    func survey(at now: Instant) -> (now: FileSurvey, read: FileSurvey)? {
        state.withLock { state in
            guard let held = state.held else { return nil }
            let survey = FileSurvey(patterns)
            if case .success = held.result, survey.lacksFile(of: held.reading.survey) {
                let since = state.goneSince ?? now
                state.goneSince = since
                state.isGone = since.duration(to: now) >= Self.grace
                guard state.isGone else { return nil }
            } else {
                (state.goneSince, state.isGone) = (nil, false)
            }
            return (survey, held.reading.survey)
        }
    }
}

extension LineStore.Held {
    /// Whether reading what `survey` shows would give the same result. False after a failure to read a file, because a
    /// survey does not show its cause: a missing permission, or no descriptors left.
    fileprivate func counts(for survey: FileSurvey) -> Bool {
        if case .failure(let error) = result, error.isRetryable { return false }
        return reading.survey == survey
    }
}

extension LineStore.State {
    /// Whether what is held still counts although `survey` shows something else.
    fileprivate func keeps(_ held: LineStore.Held, in survey: FileSurvey) -> Bool {
        guard !isGone, case .success = held.result else { return false }
        return survey.lacksFile(of: held.reading.survey)
    }

    /// Reads one more piece.
    fileprivate mutating func readOn(_ visit: LineStore.Visit, _ scheme: LineScheme) -> LineStore.Step {
        guard case (var reading, for: let begunFor)? = reading else { return .unfinished }
        // While the reading grows, nothing else references it, so that it is not copied.
        self.reading = nil
        do throws(SourceError) {
            switch try reading.step() {
            case .unfinished: self.reading = (reading, begunFor)
            case .overtaken: break
            case .rewritten: self.reading = (FileReading(reading.survey, scheme), begunFor)
            case .finished:
                let result = try reading.result()
                // A reading that an earlier search started may be older than this search, so the files are looked at
                // once more.
                let step = finish(reading, .success(result))
                return begunFor === visit ? step : .unfinished
            }
        } catch {
            return finish(FileReading(reading.survey, scheme), .failure(error))
        }
        return .unfinished
    }

    fileprivate mutating func finish(
        _ reading: FileReading, _ result: Result<LineContents, SourceError>
    ) -> LineStore.Step {
        held = LineStore.Held(reading: reading, result: result)
        (goneSince, isGone) = (nil, false)
        return .finished(result)
    }
}
