/// Something that a source keeps for the next page of a list and that may be running meanwhile. It is ended when
/// another list is wanted.
public protocol Endable: AnyObject, Sendable {
    /// Ends it. Calling this again has no effect.
    func end()
}
