import BuiltinSources
import JSON
import JSONRPC
import SearchSource

extension Target {
    /// The output of a long-running program: each line by itself, and all of it as the answer to a request for a page.
    static let answers = Target(name: "answers") { bytes in
        for line in bytes.split(separator: 0x0A) { check(Array(line)) }
        guard let source = try? SourceType.command.make("command", Settings(["argv": ["found"], "run": "provider"])),
            case .child(_, let then) = source.page(PageRequest(query: "q"))
        else { return hold(false, "a provider is asked for a page") }
        var work = then(ChildRows([bytes], end: .answered))
        if case .local(let then) = work { work = then { false } }
        guard case .known(let result) = work else { return hold(false, "an answer completes the work") }
        if case .failure(let error) = result { hold(error.message.utf8.count < 2000, "a fault is described briefly") }
    }

    private static func check(_ line: [UInt8]) {
        do throws(PeerMessage.Fault) {
            switch try PeerMessage(line) {
            case .result(_, let json): hold((try? JSONDocument(json)) != nil, "a result is JSON")
            case .failure(_, _, _, let data):
                hold(data.isEmpty || (try? JSONDocument(data)) != nil, "the data of an error is JSON")
            case .notification(_, let params):
                hold(params.isEmpty || (try? JSONDocument(params)) != nil, "params are JSON")
            }
        } catch {
            hold(error.message.utf8.count < 1000, "a fault is described briefly")
            hold(!error.message.utf8.contains(0x0A), "a fault is one line")
        }
    }
}
