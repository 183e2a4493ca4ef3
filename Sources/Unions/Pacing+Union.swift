import SearchSource

extension Pacing {
    /// How a search box on sources with these pacings behaves: it waits for typing to pause as long as the most patient
    /// of them, and searches as soon as it is worth it for one of those that typing searches. Of all else it is as they are
    /// if they are alike, and as any search box if not.
    init(uniting pacings: [Pacing]) {
        self.init()
        let typed = pacings.filter { $0.trigger == .incremental }
        let searched = typed.isEmpty ? pacings : typed
        debounce = pacings.map(\.debounce).max() ?? debounce
        throttle = pacings.map(\.throttle).max() ?? throttle
        minLength = searched.map(\.minLength).min() ?? minLength
        minLengthDense = searched.map(\.minLengthDense).min() ?? minLengthDense
        trigger = typed.isEmpty ? .submit : .incremental
        matching = pacings.lazy.compactMap(\.matching).first.map { MatchOptions(mode: $0.mode, syntax: .plain) }
        takeCommon(\.pageSize, of: pacings)
        takeCommon(\.maxPages, of: pacings)
        takeCommon(\.onInput, of: pacings)
        takeCommon(\.belowMinLength, of: pacings)
        takeCommon(\.stalledAfter, of: pacings)
        takeCommon(\.backOff, of: pacings)
    }

    private mutating func takeCommon<Value: Equatable>(_ member: WritableKeyPath<Pacing, Value>, of pacings: [Pacing]) {
        guard let first = pacings.first, pacings.allSatisfy({ $0[keyPath: member] == first[keyPath: member] })
        else { return }
        self[keyPath: member] = first[keyPath: member]
    }

    /// Whether a source with this pacing is asked at all: what it would not search for by itself, nobody else makes it.
    func isSearched(for request: PageRequest) -> Bool {
        if request.isSubmitted { return isSubmittable(request.query) }
        return trigger == .incremental && shortage(of: request.query) == 0
    }
}
