extension Target {
    /// The configuration file: it yields sources, or faults that are reported with their places.
    static let configuration = Target(name: "configuration") { bytes in
        let path = "config.json"
        do throws(UsageError) {
            let file = try ConfigFile(bytes, path: path)
            hold(file.assignments.allSatisfy { $0.place().utf8.starts(with: path.utf8) }, "a setting names its place")
            let catalog = try Catalog(file.assignments, environment: { _ in nil }, faults: file.faults)
            hold(catalog.table.split(separator: "\n").count == catalog.sources.count, "each source is one line")
        } catch {
            let lines = bytes.count { $0 == 0x0A } + 1
            hold(error.others.count < 100, "at most a hundred faults are reported")
            for error in [error] + error.others {
                let words = error.message.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2)
                let line = words.count > 2 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
                hold(words.first.map { $0.elementsEqual(path.utf8) } ?? false, "a fault names its file")
                hold(line.map { (1...lines).contains($0) } ?? false, "a fault names its line")
            }
        }
    }
}
