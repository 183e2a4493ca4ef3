/// What is wrong with a description, while it is read. A fault in one member keeps none of the others from being read, so that
/// whoever writes one hears of all at once.
final class DescriptionFaults {
    static let most = 50

    /// What was found so far, in the order in which it was read.
    private(set) var all: [DescriptionError] = []

    /// What `read` makes of a description, if it notes no fault and throws none.
    ///
    /// - Throws: All that is wrong, or the first faults.
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

    /// Notes a fault; one that is known already is passed over, for it is thrown on by whatever cannot do without.
    ///
    /// - Throws: The fault, once there are as many as are told: nothing more is read then.
    func note(_ fault: DescriptionError) throws(DescriptionError) {
        if all.count < Self.most, !all.contains(fault) { all.append(fault) }
        if all.count == Self.most { throw fault }
    }
}
