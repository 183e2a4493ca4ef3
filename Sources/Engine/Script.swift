import JSONRPC

/// The messages of a script that wait until everything before them has settled.
final class Script {
    private var waiting: [Message] = []
    private var taken = 0

    /// About how many bytes the waiting messages take.
    private(set) var waitingBytes = 0
    private var sizes: [Int] = []

    var isEmpty: Bool { taken == waiting.count }

    func append(_ message: Message, size: Int) {
        waiting.append(message)
        sizes.append(size)
        waitingBytes += size
    }

    func next() -> Message? {
        guard taken < waiting.count else {
            waiting.removeAll()
            sizes.removeAll()
            taken = 0
            return nil
        }
        defer {
            waitingBytes -= sizes[taken]
            taken += 1
        }
        return waiting[taken]
    }

    /// Takes the request `id` out; answers false if it does not wait here by itself.
    func remove(_ id: RequestID) -> Bool {
        let index = (taken..<waiting.count).first { index in
            if case .single(.call(let call)) = waiting[index] { call.id == id } else { false }
        }
        guard let index else { return false }
        waiting.remove(at: index)
        waitingBytes -= sizes.remove(at: index)
        return true
    }
}

extension Message {
    /// Whether a script acts on the message at once, whatever runs: it is there to stop what runs.
    var isReadAhead: Bool {
        guard case .single(.call(let call)) = self else { return false }
        return call.method == Method.cancel.name || call.method == Method.cancelRequest.name
    }
}
