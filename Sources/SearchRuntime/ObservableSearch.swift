import Observation

/// A search box for views that observe it: `state` is its current state, on the main actor.
///
///     @State private var search = ObservableSearch(box)
///     List(search.state?.items ?? [], id: \.id) { Text($0.title) }.task { await search.follow() }
@MainActor @Observable
public final class ObservableSearch {
    /// The search box, to which user actions go.
    public let box: SearchBox

    /// The current state; nil until `follow` has begun.
    public private(set) var state: SearchSnapshot?

    /// Creates an observer of `box`.
    public init(_ box: SearchBox) {
        self.box = box
    }

    /// Keeps `state` up to date until the task that runs this is cancelled.
    public func follow() async {
        for await state in box.states { self.state = state }
    }
}
