import SearchSource
import Synchronization
import Time

/// Looks from time to time, for as long as it is there, whether some files have changed.
final class LineWatcher: Watcher {
    /// Nil if there are no files.
    private let store: LineStore?
    /// How the files were when this looked last. Whoever has read them since need not be all that see the lines.
    private let seen = Mutex<FileSurvey?>(nil)

    init(_ store: LineStore?) {
        self.store = store
        store?.watchersChange(by: 1)
    }

    deinit {
        store?.watchersChange(by: -1)
    }

    func hasChanged(at now: Instant) -> Bool {
        guard let survey = store?.survey(at: now) else { return false }
        return seen.withLock { seen in
            defer { seen = survey.now }
            return survey.now != survey.read || survey.now != seen ?? survey.now
        }
    }
}
