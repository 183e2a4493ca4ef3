import Signals
import Testing
import Time

@Suite struct GatherTests {
    /// Parts of a text: a capital letter is the last one.
    private struct Piece: Gatherable, Equatable {
        var text: String
        var isLast: Bool
        mutating func append(_ later: Piece) { self = Piece(text: text + later.text, isLast: later.isLast) }
    }

    private struct Failed: Error {}

    /// What comes when, for a diagram of parts that are gathered for 4 ms.
    private func run(_ diagram: String, cancelAt: Int? = nil) -> [String] {
        let timeline = Timeline()
        let input = Subject<Result<Piece, Failed>>()
        var out: [String] = []
        let subscription = input.signal.gather(for: .milliseconds(4), on: timeline).subscribe { value in
            let text = (try? value.get().text) ?? "#"
            out.append("\(Instant().duration(to: timeline.now).wholeMilliseconds) \(text)")
        }
        for (tick, mark) in diagram.enumerated() {
            timeline.advance(to: Instant(.milliseconds(tick)))
            if tick == cancelAt { subscription.cancel() }
            switch mark {
            case "-": break
            case "#": input.send(.failure(Failed()))
            default: input.send(.success(Piece(text: String(mark), isLast: mark.isUppercase)))
            }
        }
        timeline.advance(to: Instant(.milliseconds(100)))
        #expect(timeline.armedTimers == 0)
        return out
    }

    @Test func partsAreGatheredFromTheFirstOnAndTheLastBringsThemAtOnce() {
        #expect(run("a-b-------c-D") == ["4 ab", "12 cD"])
        #expect(run("abcdefg") == ["4 abcd", "8 efg"], "a timer that is due at the instant of a part fires first")
    }

    @Test func anAnswerInOnePieceWaitsForNothing() {
        #expect(run("-A") == ["1 A"])
    }

    @Test func aFailureComesBehindWhatWasGathered() {
        #expect(run("ab#") == ["2 ab", "2 #"])
        #expect(run("#") == ["0 #"])
    }

    @Test func nothingComesAfterACancel() {
        #expect(run("ab-----", cancelAt: 2) == [])
    }
}
