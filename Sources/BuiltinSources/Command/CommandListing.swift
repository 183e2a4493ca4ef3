import SearchSource
import Synchronization

/// A list that is being filled from what one run of a program prints.
final class CommandListing: Sendable {
    let run: ProgramRun

    /// What has been taken of it.
    let list: ListSource

    private let reader: RowReader
    private let failures: CommandFailures
    /// How many rows have been taken, those among them in which there was nothing.
    private let taken = Mutex(0)

    /// The list of a run of `command`, which has not begun.
    init(of command: Command, _ reader: RowReader, _ failures: CommandFailures) {
        run = ProgramRun(command, isShared: true)
        list = ListSource(ofTitlesWith: ListContents.Beside(kind: reader.kind, actions: reader.actions))
        self.reader = reader
        self.failures = failures
    }

    /// How many rows have been taken.
    var count: Int { taken.withLock { $0 } }

    /// Takes rows, of which the first has this number, but for those that another search has taken; answers what is wrong
    /// with them, or that there is no room for them.
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
