import SearchSource
import Synchronization
import TestSupport
import Testing

@testable import Unions

@Suite struct UnionSourceTests {
    /// Returns the message of what is wrong with these sources; nil if they can form a union.
    func fault(_ blocks: [any Source]) -> String? {
        do throws(UnionError) {
            _ = try UnionSource(blocks)
            return nil
        } catch {
            return "\(error.place.map(String.init) ?? "-"): \(error.message)"
        }
    }

    @Test func someSourcesCannotBeUnited() throws {
        let (a, b) = (FakeSource(name: "a"), FakeSource(name: "b"))
        #expect(fault([a, b]) == nil && fault([a]) == nil)
        #expect(fault([]) == "-: must name at least one source")
        #expect(fault([a, b, a]) == "2: `a` is named twice")
        #expect(
            fault([a, FakeSource(name: "b:c")])
                == "1: `b:c` cannot be part of a union: ids have a colon after the name")
        #expect(fault([FakeHolder()]) == "0: `fake` cannot be part of a union: it searches what a client supplies")
        #expect(fault([try UnionSource([b]), a]) == "0: `b` cannot be part of a union: it is one")
        // Names that look alike but differ in their bytes are different names.
        #expect(fault([FakeSource(name: "\u{E9}"), FakeSource(name: "e\u{301}")]) == nil)
    }

    @Test func theInfoOfAUnionCombinesThatOfItsSources() throws {
        var (a, b) = (FakeSource(name: "a", isLocal: true), FakeSource(name: "b", missing: ["B_KEY"]))
        (a.info.title, a.info.attribution, b.info.attribution) = ("Aye", "Powered by A", "and B")
        let info = try UnionSource([a, b]).info
        #expect(info.name == "a+b" && info.title == "Aye, Fake" && info.type == "union" && !info.isLocal)
        #expect(info.attribution == "Powered by A; and B")
        #expect(info.missing.isEmpty, "one of them works")
        #expect(try UnionSource([b], name: "all", title: "Everything").info.missing == ["B_KEY"])
        #expect(try UnionSource([b], name: "all", title: "Everything").info.title == "Everything")
        #expect(try UnionSource([a]).info.isLocal)
    }

    @Test func aUnionWaitsAsLongAsItsMostPatientSourceAndSearchesAsSoonAsAny() {
        var (a, b, c) = (Pacing(), Pacing(), Pacing())
        (a.debounce, a.throttle, a.minLength, a.minLengthDense) = (.zero, .seconds(1), 2, 2)
        (b.debounce, b.minLength, b.minLengthDense) = (.milliseconds(400), 5, 1)
        (c.trigger, c.minLength) = (.submit, 0)
        let united = Pacing(uniting: [a, b, c])
        #expect(united.debounce == .milliseconds(400) && united.throttle == .seconds(1))
        #expect(united.minLength == 2 && united.minLengthDense == 1 && united.trigger == .incremental)
        #expect(united.matching == nil)
        #expect(Pacing(uniting: [c, c]).trigger == .submit && Pacing(uniting: [c]).minLength == 0)
    }

    @Test func aUnionHasThePacingOnWhichAllItsSourcesAgree() {
        var (a, b) = (Pacing(), Pacing())
        (a.pageSize, a.maxPages, a.onInput, a.belowMinLength) = (50, 7, .cancel, .keep)
        (a.stalledAfter, a.backOff) = (.milliseconds(100), .milliseconds(9))
        b = a
        b.minLength = 1
        let united = Pacing(uniting: [a, b])
        #expect(united.pageSize == 50 && united.maxPages == 7)
        #expect(united.onInput == .cancel && united.belowMinLength == .keep)
        #expect(united.stalledAfter == a.stalledAfter && united.backOff == a.backOff)
        #expect(Pacing(uniting: [a, Pacing()]) == Pacing(), "they differ")
    }

    @Test func theMatchingModeOfAUnionIsThatOfTheFirstSourceThatOffersOne() {
        var (a, b) = (Pacing(), Pacing())
        b.matching = MatchOptions(mode: .words, syntax: .fzf)
        #expect(Pacing(uniting: [a, b]).matching == MatchOptions(mode: .words, syntax: .plain))
        a.matching = MatchOptions(mode: .fuzzy, syntax: .fzf)
        #expect(Pacing(uniting: [a, b]).matching == MatchOptions(mode: .fuzzy, syntax: .plain))
    }

    @Test(
        arguments: [
            ("ab", false, [false, true, false]), ("abcd", false, [true, true, false]),
            ("a", true, [true, true, false]),
            ("abc", true, [true, true, true]), ("", true, [false, false, false]),
        ])
    func aSourceIsAskedExactlyWhenItWouldBeAskedOnItsOwn(query: String, isSubmitted: Bool, asked: [Bool]) {
        var (a, b, c) = (Pacing(), Pacing(), Pacing())
        (b.minLength, c.trigger) = (2, .submit)
        a.minLength = 3
        let request = PageRequest(query: query, isSubmitted: isSubmitted)
        #expect([a, b, c].map { $0.isSearched(for: request) } == asked)
    }

    @Test func pacingThatASourceLearnsLaterAppliesToUnionsMadeAfterwards() throws {
        let learning = LearningSource()
        let union = try UnionSource([FakeSource(), learning])
        learning.pacing.withLock { $0.trigger = .submit }
        func asked(_ union: UnionSource) -> [String] {
            guard case .all(let shares, _, _) = union.page(PageRequest(query: "swift")) else { return [] }
            return shares.map(\.source.info.name)
        }
        #expect(asked(union) == ["fake", "learning"])
        #expect(asked(try UnionSource([FakeSource(), learning])) == ["fake"])
    }

    @Test func aLateSourceIsAskedAgainOnlyIfItsWorkIsGone() throws {
        let asked = Mutex(0)
        let late = FakeSource(name: "late") { _ in
            asked.withLock { $0 += 1 }
            return .known(.success(Page(items: [])))
        }
        let union = try UnionSource([FakeSource(), late])
        var request = PageRequest(query: "swift")
        guard case .all(_, _, let combine) = union.page(request),
            case .known(.success(let first)) = combine([.ended(.success(Page(items: []))), .late(LateWork(7))])
        else {
            Issue.record("there is no first page")
            return
        }
        request.cursor = first.next
        guard case .all(let shares, _, _) = union.page(request), let share = shares.first, shares.count == 1 else {
            Issue.record("what is late is not waited for")
            return
        }
        #expect(share.late == LateWork(7) && asked.withLock { $0 } == 1)
        guard case .local(let then) = share.work, case .known(.success) = then({ false }) else {
            Issue.record("it is not asked again")
            return
        }
        #expect(asked.withLock { $0 } == 2)
    }

    @Test func anActionIsPassedToTheItemsSourceUnderItsOwnID() throws {
        let done = Work<Performed>.known(.success(Performed(message: "done")))
        var (one, two) = (FakeSource(name: "one"), FakeSource(name: "two"))
        one.performWork = { _ in .known(.failure(SourceError(.source, "no item of mine"))) }
        two.performWork = { request in
            #expect(request == PerformRequest("open", with: Item(id: "a:1", title: "A")))
            return done
        }
        let union = try UnionSource([one, two])
        func share(_ id: String) -> Share<Performed>? {
            let request = PerformRequest("open", with: Item(id: id, title: "A", source: "two"))
            guard case .all(let shares, nil, _) = union.perform(request), shares.count == 1 else { return nil }
            return shares.first
        }
        let asked = try #require(share("two:a:1"))
        #expect(asked.source.info.name == "two")
        guard case .known(.success(let performed)) = asked.work else {
            Issue.record("it is not performed")
            return
        }
        #expect(performed.message == "done")
        #expect(share("a:1") == nil && share("three:1") == nil)
    }
}

/// A source that learns its pacing while it is used, like one whose program reports it once it runs.
private final class LearningSource: Source {
    let pacing = Mutex(Pacing())

    var info: SourceInfo {
        SourceInfo(
            name: "learning", type: "fake", title: "", summary: "", pacing: pacing.withLock { $0 }, missing: [],
            isLocal: true)
    }

    func page(_ request: PageRequest) -> Work<Page> { .known(.success(Page(items: []))) }

    func detail(_ request: DetailRequest) -> Work<Detail> { .known(.failure(.noSuchItem(""))) }
}
