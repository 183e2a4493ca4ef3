/// A part of an answer: all of it, or what has come since the previous part.
public struct Part<Answer: Sendable>: Sendable {
    /// The content of this part.
    public var answer: Answer

    /// Whether this is the last part.
    public var isLast: Bool

    /// A part of an answer; by default the last one.
    public init(_ answer: Answer, isLast: Bool = true) {
        self.answer = answer
        self.isLast = isLast
    }
}

extension Part: Equatable where Answer: Equatable {}
