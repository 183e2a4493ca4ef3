import Bytes
import JSON

/// The text of a configuration file, and where its values are, as a person would look them up.
struct ConfigText {
    /// The parsed text.
    let document: JSONDocument

    private let path: String
    private let lineEnds: [Int]

    /// Parses the text of the file at `path`.
    init(_ bytes: [UInt8], path: String) throws(UsageError) {
        self.path = path
        lineEnds = bytes.indices.filter { bytes[$0] == 0x0A }
        let fault: JSONError?
        (document, fault) = JSONDocument.beginning(of: bytes)
        if let fault { throw UsageError("\(path):\(line(at: fault.offset)): \(fault)") }
    }

    /// Returns the file, the line of `node`, and the member to which `way` leads from the outermost value.
    func place(of node: JSONDocument.Node, _ way: [JSONDocument.Step]) -> String {
        "\(path):\(line(at: offset(of: node))): \(way.isEmpty ? "the file" : way.words)"
    }

    /// Returns where `node` begins, in bytes.
    func offset(of node: JSONDocument.Node) -> Int { document.range(node)?.lowerBound ?? 0 }

    /// Returns the line at `offset`, counted from 1.
    private func line(at offset: Int) -> Int {
        lineEnds.end { $0 < offset } + 1
    }
}
