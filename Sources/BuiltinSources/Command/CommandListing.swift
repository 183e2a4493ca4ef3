import SearchSource
import Synchronization

/// A list that is being filled from the output of one run of a program.
final class CommandListing: Sendable {
    let run: ProgramRun

    /// The items taken so far.
    let list: ListSource

    private let reader: RowReader
    private let failures: CommandFailures
    /// The number of rows taken, including those without an item.
    private let taken = Mutex(0)

    /// Creates the list of a run of `command` that has not begun.
    init(of command: Command, _ reader: RowReader, _ failures: CommandFailures) {
        run = ProgramRun(command, isShared: true)
        list = ListSource(ofTitlesWith: ListContents.Beside(kind: reader.kind, actions: reader.actions))
        self.reader = reader
        self.failures = failures
    }

    /// The number of rows taken.
    var count: Int { taken.withLock { $0 } }

    /// Takes rows, the first of which has the number `first`, and skips those that another search has already taken.
    /// Returns an error if one cannot be read, or if there is no room for them.
    func take(_ rows: [[UInt8]], from first: Int) -> SourceError? {
        taken.withLock { taken -> SourceError? in
            let rows = rows.dropFirst(taken - first)
            var items: [GivenItem] = []
            items.reserveCapacity(rows.count)
            for (index, row) in zip(rows.indices, rows) {
                do throws(RowReader.Fault) {
                    if let item = try reader.item(row) { items.append(list.given(item)) }
                } catch {
                    return failures.unreadable(error, row: first + index + 1)
                }
            }
            taken += rows.count
            _ = list.take(items, appending: true)
            return list.isFull || taken > ListItems.most ? failures.tooMany : nil
        }
    }
}
