/// A piece of an answer: all of it, or what has come of it so far and was not there before.
public struct Part<Answer: Sendable>: Sendable {
    /// What has come.
    public var answer: Answer

    /// Whether nothing more comes.
    public var isLast: Bool

    /// A part of an answer; the last one if nothing else is said.
    public init(_ answer: Answer, isLast: Bool = true) {
        self.answer = answer
        self.isLast = isLast
    }
}

extension Part: Equatable where Answer: Equatable {}
