import Signals
import Testing
import Time

@Suite struct GatherTests {
    /// A part of some text: a capital letter is the last one.
    private struct Piece: Gatherable, Equatable {
        var text: String
        var isLast: Bool
        /// The maximum length of the joined text.
        let limit: Int
        func hasRoom(for later: Piece) -> Bool { text.count + later.text.count <= limit }
        mutating func append(_ later: Piece) {
            text += later.text
            isLast = later.isLast
        }
    }

    private struct Failed: Error {}

    /// Returns what is emitted when, for a diagram of parts gathered for 4 ms: at most `limit` at once, and the
    /// rest every 2 ms.
    private func run(_ diagram: String, limit: Int = .max, cancelAt: Int? = nil) -> [String] {
        let timeline = Timeline()
        let input = Subject<Result<Piece, Failed>>()
        var out: [String] = []
        let gathered = input.signal.gather(for: .milliseconds(4), pause: .milliseconds(2), on: timeline)
        let subscription = gathered.subscribe { value in
            let text = (try? value.get().text) ?? "#"
            out.append("\(Instant().duration(to: timeline.now).wholeMilliseconds) \(text)")
        }
        for (tick, mark) in diagram.enumerated() {
            timeline.advance(to: Instant(.milliseconds(tick)))
            if tick == cancelAt { subscription.cancel() }
            switch mark {
            case "-": break
            case "#": input.send(.failure(Failed()))
            default: input.send(.success(Piece(text: String(mark), isLast: mark.isUppercase, limit: limit)))
            }
        }
        timeline.advance(to: Instant(.milliseconds(100)))
        #expect(timeline.armedTimers == 0)
        return out
    }

    @Test func partsAreGatheredForAWhileAndDeliveredAtOnceWithTheLast() {
        #expect(run("a-b-------c-D") == ["4 ab", "12 cD"])
        #expect(run("abcdefg") == ["4 abcd", "8 efg"], "a timer that is due at the instant of a part fires first")
    }

    @Test func anAnswerInOnePieceIsDeliveredAtOnce() {
        #expect(run("-A") == ["1 A"])
    }

    @Test func aFailureComesAfterTheGatheredParts() {
        #expect(run("ab#") == ["2 ab", "2 #"])
        #expect(run("#") == ["0 #"])
    }

    @Test func nothingIsEmittedAfterCancelling() {
        #expect(run("ab-----", cancelAt: 2) == [])
    }
    @Test func partsThatExceedTheLimitAreDeliveredSeparately() {
        #expect(run("abcd", limit: 2) == ["4 ab", "6 cd"])
        #expect(run("abC", limit: 2) == ["2 ab", "4 C"])
        #expect(run("abcdE", limit: 2) == ["4 ab", "6 cd", "8 E"], "the last part overtakes nothing")
        #expect(run("abcd-e", limit: 2) == ["4 ab", "6 cd", "8 e"])
        #expect(run("Ab-C", limit: 1) == ["0 A", "3 b", "5 C"])
    }

    @Test func aFailureDoesNotOvertakeWaitingParts() {
        #expect(run("abc#", limit: 2) == ["3 ab", "5 c", "5 #"])
        #expect(run("abc-#", limit: 2) == ["4 ab", "6 c", "6 #"])
    }

    @Test func nothingIsEmittedAfterCancellingBetweenTwoDeliveries() {
        #expect(run("abC-", limit: 2, cancelAt: 3) == ["2 ab"])
    }

    @Test func cancellingDuringTheFirstDeliveryStopsTheOthers() {
        let timeline = Timeline()
        let input = Subject<Result<Piece, Failed>>()
        var out: [String] = []
        var subscription: Subscription?
        let gathered = input.signal.gather(for: .milliseconds(4), pause: .milliseconds(2), on: timeline)
        subscription = gathered.subscribe { value in
            out.append((try? value.get().text) ?? "#")
            subscription?.cancel()
        }
        for text in ["a", "b", "c"] { input.send(.success(Piece(text: text, isLast: text == "c", limit: 1))) }
        timeline.advance(to: Instant(.milliseconds(100)))
        #expect(out == ["a"])
        #expect(timeline.armedTimers == 0)
    }
}
