/// A request, or a notification if it has no id.
public struct Call: Hashable, Sendable {
    /// The id to answer with; nil for a notification, which is never answered.
    public var id: RequestID?

    /// The name of the method.
    public var method: String

    /// The params, by name. Missing, `null`, `{}` and `[]` all come out empty.
    public var params: CallParams

    /// A call of `method`.
    public init(id: RequestID?, method: String, params: CallParams = CallParams()) {
        self.id = id
        self.method = method
        self.params = params
    }
}
