import SearchSource
import Synchronization
import Time

/// Checks from time to time whether some files have changed, for as long as it exists.
final class LineWatcher: Watcher {
    /// Nil if there are no files.
    private let store: LineStore?
    /// The files as of the last check. A search that has read them since need not be the only one that shows the lines.
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
