import Engine
import SearchSource

/// Where rows are asked for and handed out: the rows that have come, and the calls that wait.
struct RowDesk {
    /// The rows that have come, from the first one that may still be asked for.
    var rows: RowBuffer

    /// Why nothing more comes; nil while something may.
    private(set) var end: ChildRows.End?

    /// The calls that wait.
    private(set) var calls: [(id: FetchID, call: ChildCall)] = []

    private var lastWords = ""

    /// A desk for the rows in `rows`.
    init(_ rows: RowBuffer) {
        self.rows = rows
    }

    /// Adds a call.
    mutating func ask(_ id: FetchID, _ call: ChildCall) {
        calls.append((id, call))
    }

    /// Removes a call and returns it; nil if it does not wait here.
    mutating func withdraw(_ id: FetchID) -> ChildCall? {
        calls.firstIndex { $0.id == id }.map { calls.remove(at: $0).call }
    }

    /// Notes that nothing more comes, and the last line that was written to standard error.
    mutating func finish(_ end: ChildRows.End, lastWords: String) {
        self.end = end
        self.lastWords = lastWords
    }

    /// Removes the calls for which rows have come, or for which none will, and returns their answers.
    mutating func answers() -> [(id: FetchID, rows: ChildRows)] {
        var (answers, waiting): ([(id: FetchID, rows: ChildRows)], [(id: FetchID, call: ChildCall)]) = ([], [])
        for (id, call) in calls {
            if let answer = answer(call) { answers.append((id, answer)) } else { waiting.append((id, call)) }
        }
        calls = waiting
        return answers
    }

    private mutating func answer(_ call: ChildCall) -> ChildRows? {
        guard call.first >= rows.first else { return ChildRows([], end: .isGone) }
        rows.drop(before: call.first)
        let found = rows.rows(from: call.first, atMost: call.count)
        let isAll = call.first + found.count >= rows.end
        guard !found.isEmpty || (end != nil && isAll) else { return nil }
        return ChildRows(found, end: isAll ? end : nil, lastWords: end != nil && isAll ? lastWords : "")
    }
}
