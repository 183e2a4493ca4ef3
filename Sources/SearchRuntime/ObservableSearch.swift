import Observation

/// A search box for views that observe: `state` is what there is to see now, on the main actor.
///
///     @State private var search = ObservableSearch(box)
///     List(search.state?.items ?? [], id: \.id) { Text($0.title) }.task { await search.follow() }
@MainActor @Observable
public final class ObservableSearch {
    /// The search box: what a person does goes there.
    public let box: SearchBox

    /// What there is to see; nil until `follow` has begun.
    public private(set) var state: SearchSnapshot?

    /// Observes `box`.
    public init(_ box: SearchBox) {
        self.box = box
    }

    /// Keeps `state` up to date until the task that runs this is cancelled.
    public func follow() async {
        for await state in box.states { self.state = state }
    }
}
