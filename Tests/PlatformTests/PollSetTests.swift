import Platform
import Testing

@Suite struct PollSetTests {
    @Test func reportsWhatIsReadyAtEachPlace() throws {
        let (first, second) = (try Wakeup(), try Wakeup())
        defer { withExtendedLifetime((first, second)) {} }
        var polled = PollSet()
        let places = [polled.add(first.readEnd, for: .readable), polled.add(second.readEnd, for: .readable)]
        polled.wait(atMost: .zero)
        #expect(polled[places[0]] == [] && polled[places[1]] == [])
        second.wake()
        polled.wait(atMost: .milliseconds(10_000))
        #expect(polled[places[0]] == [] && polled[places[1]] == .readable)
        second.drain()
        polled.wait(atMost: .zero)
        #expect(polled[places[1]] == [])
    }

    @Test func ignoresADescriptorThatIsWatchedForNothing() throws {
        let wakeup = try Wakeup()
        defer { withExtendedLifetime(wakeup) {} }
        wakeup.wake()
        var polled = PollSet()
        let place = polled.add(wakeup.readEnd, for: nil)
        polled.wait(atMost: .zero)
        #expect(polled[place] == [])
        polled.watch(place, for: .readable)
        polled.wait(atMost: .zero)
        #expect(polled[place] == .readable)
        polled.watch(place, for: nil)
        polled.watch(place, for: nil)
        polled.wait(atMost: .zero)
        #expect(polled[place] == [])
        polled.watch(place, for: [])
        polled.watch(place, for: .readable)
        polled.wait(atMost: .zero)
        #expect(polled[place] == .readable)
    }

    @Test func removesDescriptorsAddedAfterAPlace() throws {
        let (first, second) = (try Wakeup(), try Wakeup())
        defer { withExtendedLifetime((first, second)) {} }
        second.wake()
        var polled = PollSet()
        let place = polled.add(first.readEnd, for: .readable)
        _ = polled.add(second.readEnd, for: .readable)
        polled.removeAll(after: place)
        polled.wait(atMost: .zero)
        #expect(polled[place] == [])
        let again = polled.add(second.readEnd, for: .readable)
        polled.wait(atMost: .zero)
        #expect(polled[again] == .readable)
    }

    @Test func anotherThreadCanEndTheWait() throws {
        let wakeup = try Wakeup()
        defer { withExtendedLifetime(wakeup) {} }
        var polled = PollSet()
        let place = polled.add(wakeup.readEnd, for: .readable)
        try WorkerThread.start { wakeup.wake() }
        polled.wait(atMost: nil)
        #expect(polled[place] == .readable)
    }
}
