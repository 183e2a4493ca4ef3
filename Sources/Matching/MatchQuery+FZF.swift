/// fzf's extended search syntax, as parsed by `parseTerms` in its `pattern.go`.
extension MatchQuery {
    /// Parses the conditions of a query.
    static func parse(_ text: [Unicode.Scalar], _ mode: Mode) -> [[MatchTerm]] {
        let words = words(of: text)
        // If `'` is all that was typed so far, or is what is searched for, the strings that contain it are shown.
        if words.count == 1, let word = words.first, let only = operatorAlone(word, mode) { return [[only]] }
        var (sets, alternatives) = ([[MatchTerm]](), [MatchTerm]())
        var (isBehindTerm, isBehindBar) = (false, false)
        for word in words {
            if !alternatives.isEmpty, !isBehindBar, word == ["|"] {
                (isBehindTerm, isBehindBar) = (false, true)
                continue
            }
            isBehindBar = false
            guard let term = term(word[...], mode) else { continue }
            if isBehindTerm {
                sets.append(alternatives)
                alternatives = []
            }
            alternatives.append(term)
            isBehindTerm = true
        }
        return alternatives.isEmpty ? sets : sets + [alternatives]
    }

    /// Splits text into words at spaces; a space after a backslash is part of its word.
    private static func words(of text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        var words: [[Unicode.Scalar]] = [[]]
        for (index, scalar) in text.enumerated() {
            if scalar != " " {
                words[words.count - 1].append(scalar)
            } else if index > 0, text[index - 1] == "\\" {
                words[words.count - 1].removeLast()
                words[words.count - 1].append(" ")
            } else if words.last?.isEmpty == false {
                words.append([])
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func operatorAlone(_ word: [Unicode.Scalar], _ mode: Mode) -> MatchTerm? {
        guard term(word[...], mode) == nil else { return nil }
        return MatchTerm(.exact, word)
    }

    /// Parses one word; nil if it consists of operators only.
    private static func term(_ word: ArraySlice<Unicode.Scalar>, _ mode: Mode) -> MatchTerm? {
        let isCaseSensitive = word.contains { $0.properties.changesWhenLowercased }
        var rest = word
        var kind: MatchTerm.Kind = mode == .fuzzy ? .fuzzy : .exact
        let isInverse = rest.first == "!"
        if isInverse {
            rest.removeFirst()
            kind = .exact
        }
        if rest.last == "$", rest.count > 1 {
            rest.removeLast()
            kind = .suffix
        }
        if rest.first == "'" {
            if rest.count > 2, rest.last == "'" {
                rest.removeLast()
                kind = .bounded
            } else {
                kind = mode == .fuzzy && !isInverse ? .exact : .fuzzy
            }
            rest.removeFirst()
        } else if rest.first == "^" {
            rest.removeFirst()
            kind = kind == .suffix ? .equal : .prefix
        }
        return MatchTerm(kind, rest, isInverse: isInverse, isCaseSensitive: isCaseSensitive)
    }
}
