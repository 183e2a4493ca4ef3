import JSON
import SearchSource

/// Where an answer says that some of what was asked has not answered, like a part of an index: `partial` of a description.
///
///     "/_shards/failed"   ["/timed_out", "/_shards/failed"]
struct PartialRule: Hashable, Sendable {
    private let pointers: [AnswerPointer]

    init(_ value: DescribedValue) throws(DescriptionError) {
        pointers = try value.several(atMost: 8, AnswerPointer.init)
    }

    /// Whether `answer` says so.
    func isPartial(_ answer: AnswerReader) throws(SourceError) -> Bool {
        for pointer in pointers {
            if let found = try answer.at(pointer)?.json, found.saysSomething { return true }
        }
        return false
    }
}

extension JSONValue {
    /// Whether it is a number that is not 0, `true`, or a text or a list with something in it.
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
