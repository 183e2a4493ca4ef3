/// fzf's extended search syntax, as `parseTerms` of its `pattern.go` reads it.
extension MatchQuery {
    /// The conditions of a query.
    static func parse(_ text: [Unicode.Scalar], _ mode: Mode) -> [[MatchTerm]] {
        let words = words(of: text)
        // Somebody who has typed `'` so far, or looks for it, is shown what has it.
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

    /// The words between blanks; a blank behind a backslash is part of its word.
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

    /// Reads one word; nil if there is nothing but operators.
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
