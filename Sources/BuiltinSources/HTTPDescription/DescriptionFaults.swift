/// Collects the faults of a description while it is read. A fault in one member does not keep the others from being
/// read, so that the author learns of all faults at once.
final class DescriptionFaults {
    static let most = 50

    /// The faults found so far, in the order in which the description was read.
    private(set) var all: [DescriptionError] = []

    /// Returns what `read` makes of a description, if it neither notes nor throws a fault.
    ///
    /// - Throws: All faults, or the first `most`.
    static func gather<Description>(
        _ read: (DescriptionFaults) throws(DescriptionError) -> Description
    ) throws(DescriptionErrors) -> Description {
        let faults = DescriptionFaults()
        do throws(DescriptionError) {
            let description = try read(faults)
            if faults.all.isEmpty { return description }
        } catch {
            _ = try? faults.note(error)
        }
        throw DescriptionErrors(all: faults.all)
    }

    /// Notes a fault, unless it has been noted: code that cannot do without the value throws the fault again.
    ///
    /// - Throws: The fault, once there are `most`: nothing more is read then.
    func note(_ fault: DescriptionError) throws(DescriptionError) {
        if all.count < Self.most, !all.contains(fault) { all.append(fault) }
        if all.count == Self.most { throw fault }
    }
}
