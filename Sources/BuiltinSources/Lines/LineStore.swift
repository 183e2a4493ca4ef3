import Platform
import SearchSource
import Synchronization
import Time

/// What is known of some files: their lines, kept in memory, and read anew when it can be seen that they have changed.
///
///     nothing ──step──→ reading ──finished──→ held ──step: as they were seen to be──→ held
///                          ↑  └──overtaken──→ nothing, three times at most
///                          └──step: changed, or not readable the last time── held
///
/// A file that is gone may be about to come back, as when a log is rotated: for two seconds the list stays as it was. That is
/// for whoever looks at the time, by `hasChanged`; where nobody does, or not any more, it is gone.
///
/// Several searches may want the lines at once: each step helps all of them.
final class LineStore: Sendable {
    private let patterns: [FilePattern]
    private let scheme: LineScheme
    private let state = Mutex(State())
    /// How many look from time to time. (Not part of the state: whoever comes or goes does not wait.)
    private let watchers = Atomic(0)

    /// How long a file may be gone before that counts.
    static let grace = Duration.seconds(2)
    /// How often reading is begun anew for one search because the files change under it.
    private static let mostAttempts = 3

    fileprivate struct State {
        /// What was read last: its lines, or why there are none.
        var held: Held?
        /// What is being read, and for which search that was begun.
        var reading: (FileReading, for: Visit)?
        /// Since when a file that is held has been seen to be gone.
        var goneSince: Instant?
        /// Whether that is no rotation any more.
        var isGone = false
    }

    fileprivate struct Held {
        let reading: FileReading
        let result: Result<LineContents, SourceError>
    }

    /// One search that wants the lines as they are at its beginning, or later.
    final class Visit: Sendable {
        fileprivate let attempts = Atomic(0)
    }

    /// What a step has come to.
    enum Step {
        /// There is more to be done.
        case unfinished
        /// The lines, or why there are none.
        case finished(Result<LineContents, SourceError>)
    }

    /// The lines of what these patterns mean.
    init(_ patterns: [FilePattern], _ scheme: LineScheme) {
        self.patterns = patterns
        self.scheme = scheme
    }

    /// Goes on for a few milliseconds to where the lines are there.
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

    /// Somebody comes who looks from time to time, or one of them goes.
    func watchersChange(by number: Int) {
        watchers.add(number, ordering: .relaxed)
    }

    /// How the files are, and how they were when they were last read; nil where nothing was, or a file is gone that may come
    /// back. No file needs to be read to know.
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
    /// Whether the same would come of reading what `survey` shows. Why a file could not be read, it does not show: nobody was
    /// allowed to, or no descriptors were left.
    fileprivate func counts(for survey: FileSurvey) -> Bool {
        if case .failure(let error) = result, error.isRetryable { return false }
        return reading.survey == survey
    }
}

extension LineStore.State {
    /// Whether what is held still counts, though `survey` shows something else.
    fileprivate func keeps(_ held: LineStore.Held, in survey: FileSurvey) -> Bool {
        guard !isGone, case .success = held.result else { return false }
        return survey.lacksFile(of: held.reading.survey)
    }

    /// Reads one piece of what is being read.
    fileprivate mutating func readOn(_ visit: LineStore.Visit, _ scheme: LineScheme) -> LineStore.Step {
        guard case (var reading, for: let begunFor)? = reading else { return .unfinished }
        // Nobody else holds what grows while it does.
        self.reading = nil
        do throws(SourceError) {
            switch try reading.step() {
            case .unfinished: self.reading = (reading, begunFor)
            case .overtaken: break
            case .rewritten: self.reading = (FileReading(reading.survey, scheme), begunFor)
            case .finished:
                let result = try reading.result()
                // What was begun for an earlier search may be older than this one: it is looked at once more.
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
