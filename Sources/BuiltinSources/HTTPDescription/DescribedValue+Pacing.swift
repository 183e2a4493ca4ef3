import SearchSource

extension DescribedValue {
    /// Returns the session options in this object; those that are missing are as in `standard`.
    func pacing(_ standard: Pacing = Pacing()) throws(DescriptionError) -> Pacing {
        var pacing = standard
        _ = try object(PacingOption.all.map(\.name))
        for option in PacingOption.all {
            guard let json = json.object?[option.name] else { continue }
            let chosen = json.integer.map(PacingOption.Value.integer) ?? json.string.map(PacingOption.Value.word)
            if let chosen, option.set(chosen, in: &pacing) { continue }
            try faults.note(inside(.member(option.name), json).wrong(option.expected(in: standard)))
        }
        return pacing
    }
}
