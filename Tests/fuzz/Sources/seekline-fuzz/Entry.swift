import Glibc

/// Called by libFuzzer with each input. `SEEKLINE_FUZZ_TARGET` names the target: libFuzzer would take an argument for
/// one of its own, and would not pass it to the processes that it starts.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target = Target.chosen else {
        print("SEEKLINE_FUZZ_TARGET must be one of \(Target.all.map { $0.name }.joined(separator: " "))")
        fflush(nil)
        // Not `exit`: libFuzzer reports that as a finding.
        _exit(64)
    }
    target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

extension Target {
    /// The target that the environment names; nil if there is none with that name.
    fileprivate static let chosen: Target? = getenv("SEEKLINE_FUZZ_TARGET").flatMap { name in
        let name = String(cString: name)
        return all.first { $0.name == name }
    }
}
