/// A request, or a notification if it has no id.
public struct Call: Hashable, Sendable {
    /// The id to respond with; nil for a notification, which gets no response.
    public var id: RequestID?

    /// The name of the method.
    public var method: String

    /// The params, by name. Missing params, `null`, `{}` and `[]` are all empty.
    public var params: CallParams

    /// A call of `method`.
    public init(id: RequestID?, method: String, params: CallParams = CallParams()) {
        self.id = id
        self.method = method
        self.params = params
    }
}
