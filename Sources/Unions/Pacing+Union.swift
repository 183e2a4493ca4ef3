import SearchSource

extension Pacing {
    /// The pacing of a search box on sources with these pacings. Debounce and throttle are the longest of theirs, and
    /// the minimum lengths the smallest of those that search while typing. The matching mode is that of the first that
    /// has one. The other members are theirs if they agree, and the defaults if not.
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

    /// Whether a source with this pacing is asked at all: being part of a union does not make it search for anything
    /// that it would not search for by itself.
    func isSearched(for request: PageRequest) -> Bool {
        if request.isSubmitted { return isSubmittable(request.query) }
        return trigger == .incremental && shortage(of: request.query) == 0
    }
}
