/// What a source keeps for the next page of a list and what can run meanwhile: it ends when another list is wanted.
public protocol Endable: AnyObject, Sendable {
    /// Ends it. Doing so again changes nothing.
    func end()
}
