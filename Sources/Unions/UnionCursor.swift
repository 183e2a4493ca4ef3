import JSON
import SearchSource

/// What a page of a union keeps for the next page.
private final class KeptPosition: Endable {
    let position: UnionPosition

    init(_ position: UnionPosition) {
        self.position = position
    }

    /// Ends what its sources have kept.
    func end() {
        for state in position.states { (state.cursor?.kept as? any Endable)?.end() }
    }
}

// The text of a cursor contains the complete position, so that it can come back from outside, where nothing is kept:
//
//     {"union":1,"wish":"next","of":[{"name":"a","state":"more","from":"20","total":99},…]}

extension UnionPosition {
    private static let version = 1

    /// Returns the cursor of a page with this wish; nil if the page would not ask any source.
    func cursor(_ wish: Wish, named names: [String]) -> Cursor? {
        var position = self
        position.wish = wish
        if position.asked.isEmpty { return nil }
        let text = JSONWriter.bytes {
            $0.member("union", Self.version)
            $0.member("wish", wish.rawValue)
            $0.member("of") { writer in
                writer.array { writer in
                    for index in states.indices { position.write(index, names[index], to: &writer) }
                }
            }
        }
        return Cursor(String(decoding: text, as: UTF8.self), keeping: KeptPosition(position))
    }

    private func write(_ index: Int, _ name: String, to writer: inout JSONWriter) {
        let state = states[index]
        writer.object {
            $0.member("name", name)
            $0.member("state", state.word)
            $0.member(ifPresent: "from", state.cursor?.text)
            $0.member(ifPresent: "total", totals[index])
            if case .failed(let error, _) = state {
                $0.member("kind", error.kind.rawValue)
                $0.member("message", error.message)
                $0.member("retryable", error.isRetryable)
            }
        }
    }

    /// The position that a cursor of a union of these sources represents; nil if it is not such a cursor.
    init?(_ cursor: Cursor, of names: [String]) {
        if let kept = cursor.kept as? KeptPosition, kept.position.states.count == names.count {
            self = kept.position
            return
        }
        guard let object = (try? JSONParser.parse(Array(cursor.text.utf8)))?.object,
            object["union"]?.integer == Self.version, let wish = object["wish"]?.string.flatMap(Wish.init(rawValue:)),
            let blocks = object["of"]?.array, blocks.count == names.count
        else { return nil }
        var states: [State] = []
        var totals: [Int?] = []
        for (block, name) in zip(blocks, names) {
            guard let block = block.object, block["name"]?.string?.hasSameBytes(as: name) == true,
                let state = State(block, of: name), block["total"] == nil || block.total != nil
            else { return nil }
            states.append(state)
            totals.append(block.total)
        }
        self.init(states, totals: totals, wish: wish)
        if asked.isEmpty { return nil }
    }
}

extension UnionPosition.State {
    fileprivate var word: String {
        switch self {
        case .new: "new"
        case .more: "more"
        case .late: "late"
        case .failed: "failed"
        case .over: "over"
        }
    }

    /// The state that `block` describes; nil if it is not a valid description.
    fileprivate init?(_ block: JSONObject, of name: String) {
        if let from = block["from"], from.string == nil { return nil }
        let cursor = block["from"]?.string.map { Cursor($0) }
        switch (block["state"]?.string, cursor) {
        case ("new", nil): self = .new
        case ("more", let cursor?): self = .more(cursor)
        // Work that was running for another list is not running for this one: the source is asked again.
        case ("late", let cursor): self = .late(LateWork(0), from: cursor)
        case ("failed", let cursor):
            guard let kind = block["kind"]?.string, !kind.isEmpty, let message = block["message"]?.string,
                let isRetryable = block["retryable"]?.boolean
            else { return nil }
            let error = SourceError(SourceError.Kind(rawValue: kind), message, isRetryable: isRetryable)
            self = .failed(error.of(name), from: cursor)
        case ("over", nil): self = .over
        default: return nil
        }
    }
}

extension JSONObject {
    /// The member `total`, if it is a valid number of items.
    fileprivate var total: Int? {
        self["total"]?.integer.flatMap { (0..<1 << 53).contains($0) ? $0 : nil }
    }
}
