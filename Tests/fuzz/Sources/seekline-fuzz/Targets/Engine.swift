import Engine
import JSON
import JSONRPC
import SearchSource
import TestSupport

extension Target {
    /// Whole sessions: each line is a message, except for those that begin with a digit, which let time pass and may
    /// answer what was asked. Every request is answered once.
    static let engine = Target(name: "engine") { bytes in
        let harness = EngineHarness([FakeSource(), FakeSource(name: "other")])
        var expected = 0
        var hasLeft = false
        for line in bytes.split(separator: 0x0A).prefix(100) where harness.exit == nil && !hasLeft {
            if let digit = line.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
                let step = Int(digit - UInt8(ascii: "0"))
                harness.advance(to: harness.now + step * step * 50)
                switch line.dropFirst().first {
                case UInt8(ascii: "a"): harness.answer(["1", "2"], next: "2")
                case UInt8(ascii: "e"): harness.answer(.page(.failure(SourceError(.http, "no", isTransient: true))))
                case UInt8(ascii: "p"): harness.answerPart(["3"])
                case UInt8(ascii: "i"): harness.answer(.page(.success(Page(items: [item]))))
                case UInt8(ascii: "d"): harness.answer(Computed(Work<Performed>.known(.success(done))))
                default: break
                }
            } else {
                let entries = entries(of: Message(Array(line)))
                expected += entries.count(where: isAnswered)
                // After `exit`, work that is running is finished, but no more input is read.
                hasLeft = entries.contains { if case .call(let call) = $0 { call.method == "exit" } else { false } }
                harness.handle(.messageArrived(Array(line)))
            }
        }
        harness.handle(.inputEnded)
        for _ in 0..<1000 where !harness.running.isEmpty || harness.hasWake {
            harness.answer(.page(.success(Page(items: []))))
            harness.advance(to: harness.now + 100_000)
        }
        hold(harness.exit != nil, "the engine ends after the end of the input")
        let told = harness.messages.reduce(0) { sum, message in
            sum + (message.message["batch"]?.array ?? [.object(message.message)]).count { $0.object?["id"] != nil }
        }
        hold(told == expected, "\(expected) requests get one answer each, not \(told) in all")
        harness.checkMessages()
    }

    /// An item with an action, and the result of that action.
    private static let item = Item(id: "1", title: "One", actions: [ItemAction(name: "open", title: "Open")])
    private static let done = Performed(message: "done", hasChanged: true)

    private static func entries(of message: Message) -> [Message.Entry] {
        switch message {
        case .single(let entry): [entry]
        case .batch(let entries): entries
        }
    }

    private static func isAnswered(_ entry: Message.Entry) -> Bool {
        switch entry {
        case .call(let call): call.id != nil
        case .invalid: true
        case .refused: false
        }
    }
}
