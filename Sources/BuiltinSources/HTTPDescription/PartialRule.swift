import JSON
import SearchSource

/// Where an answer says that part of the service did not respond, such as a shard of an index: `partial` of a
/// description.
///
///     "/_shards/failed"   ["/timed_out", "/_shards/failed"]
struct PartialRule: Hashable, Sendable {
    private let pointers: [AnswerPointer]

    init(_ value: DescribedValue) throws(DescriptionError) {
        pointers = try value.several(atMost: 8, AnswerPointer.init)
    }

    /// Whether `answer` says that it is partial.
    func isPartial(_ answer: AnswerReader) throws(SourceError) -> Bool {
        for pointer in pointers {
            if let found = try answer.at(pointer)?.json, found.saysSomething { return true }
        }
        return false
    }
}

extension JSONValue {
    /// Whether it is a nonzero number, `true`, or a non-empty string, array or object.
    var saysSomething: Bool {
        switch self {
        case .null: false
        case .boolean(let boolean): boolean
        case .number(let number): number.double != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.members.isEmpty
        }
    }
}
