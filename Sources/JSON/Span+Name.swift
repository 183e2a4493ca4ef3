/// Whether a member's name is `name`, byte for byte. `switch` uses this to match its cases.
@inlinable @inline(__always)
public func ~= (name: StaticString, bytes: Span<UInt8>) -> Bool {
    guard bytes.count == name.utf8CodeUnitCount else { return false }
    for index in bytes.indices where bytes[index] != name.utf8Start[index] { return false }
    return true
}
