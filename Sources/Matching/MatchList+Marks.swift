/// What to display of a match.
extension MatchList {
    /// Returns the parts of a string that match `query`: ranges of its UTF-8 as displayed, in ascending order, which do
    /// not touch and do not separate a character from its marks. Empty if the string does not match.
    ///
    /// Of a string that is not ASCII, only the first 65,536 characters are examined.
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

    /// Splits a string into parts for a snippet, of which those with an odd index are marked.
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

    /// Merges the positions of characters into ranges.
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
    /// Returns the positions of the characters that match.
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
    /// Returns where a term matches, as if it were not inverse.
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
