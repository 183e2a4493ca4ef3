/// What to show of a match.
extension MatchList {
    /// Where what `query` looks for stands in a text: ranges of its UTF-8 as it is shown, which rise, do not touch and do not
    /// cut a character from its marks. None if the text does not match.
    ///
    /// In a text that is not ASCII, only the first 65,536 characters are looked at.
    public func marks(of query: MatchQuery, in index: Int, isCancelled: () -> Bool = { false }) -> [Range<Int>] {
        withUTF8(index) { text in
            if text.allSatisfy({ $0 < 0x80 }) {
                guard let base = text.baseAddress else { return [] }
                return Self.ranges(query.marks(in: ASCIIText(base: base, count: text.count), isCancelled)) { $0 }
            }
            var decoded = DecodedText()
            let starts = decoded.fold(text)
            return Self.ranges(query.marks(in: decoded, isCancelled)) { starts[$0] }
        } ?? []
    }

    /// A text in parts, of which the odd ones are marked: what a snippet is made of.
    public func parts(_ index: Int, marked: [Range<Int>]) -> [String] {
        withUTF8(index) { text in
            var (parts, end) = ([String](), 0)
            for range in marked where range.lowerBound >= end && range.upperBound <= text.count {
                parts.append(String(decoding: text[end..<range.lowerBound], as: UTF8.self))
                parts.append(String(decoding: text[range], as: UTF8.self))
                end = range.upperBound
            }
            return parts + [String(decoding: text[end...], as: UTF8.self)]
        } ?? []
    }

    /// The ranges that places make up.
    private static func ranges(_ places: [Int], start: (Int) -> Int) -> [Range<Int>] {
        var (ranges, end) = ([Range<Int>](), -1)
        for place in places.sorted() where place >= end {
            if place == end, let last = ranges.popLast() {
                ranges.append(last.lowerBound..<start(place + 1))
            } else {
                ranges.append(start(place)..<start(place + 1))
            }
            end = place + 1
        }
        return ranges
    }
}

extension MatchQuery {
    /// The places of the characters that match.
    fileprivate func marks(in text: some MatchText, _ isCancelled: () -> Bool) -> [Int] {
        var (marks, rows) = ([Int](), FuzzyRows())
        for alternatives in terms {
            var isMet = false
            for term in alternatives {
                var places: [Int] = []
                let found = text.found(term, &rows, isCancelled) { places.append($0) }
                if term.isInverse {
                    isMet = isMet || found == nil
                } else if let found {
                    marks += term.kind == .fuzzy ? places : Array(found.range)
                    isMet = true
                    break
                }
            }
            guard isMet else { return [] }
        }
        return marks
    }
}

extension MatchText {
    /// Where a condition is met, as if it were no inverse one.
    @inline(__always)
    func found(
        _ term: MatchTerm, _ rows: inout FuzzyRows, _ isCancelled: () -> Bool, mark: (Int) -> Void = { _ in }
    ) -> Found? {
        switch term.kind {
        case .fuzzy: fuzzy(term, &rows, isCancelled: isCancelled, mark: mark)
        case .exact, .bounded: piece(term) { $0 }
        default: edge(term)
        }
    }
}
