import JSONRPC
import SearchSource

/// The messages of a script that wait until everything before them has settled.
final class Script {
    private var waiting = Queue<(message: Message, size: Int)>()

    /// About how many bytes the waiting messages take.
    private(set) var waitingBytes = 0

    var isEmpty: Bool { waiting.isEmpty }

    func append(_ message: Message, size: Int) {
        waiting.append((message, size))
        waitingBytes += size
    }

    func next() -> Message? {
        guard let (message, size) = waiting.popFirst() else { return nil }
        waitingBytes -= size
        return message
    }

    /// Takes the request `id` out; answers false if it does not wait here by itself.
    func remove(_ id: RequestID) -> Bool {
        let offset = waiting.firstIndex { waiting in
            if case .single(.call(let call)) = waiting.message { call.id == id } else { false }
        }
        guard let offset else { return false }
        waitingBytes -= waiting.remove(at: offset).size
        return true
    }
}

extension Message {
    /// Whether a script acts on the message at once, whatever runs: it is there to stop what runs.
    var isReadAhead: Bool {
        guard case .single(.call(let call)) = self else { return false }
        return [Method.cancel, .cancelRequest].contains { $0.name.hasSameBytes(as: call.method) }
    }
}
