import BuiltinSources
import Glibc
import HTML
import HTTP
import JSON
import SearchSource

/// Writes messages one after another into the same storage, as the engine does.
private final class Outbox {
    private var writer = JSONWriter()

    func message(_ value: JSONValue) -> [UInt8] {
        writer.removeAll()
        writer.value(value)
        return writer.bytes
    }
}

/// The parts that can be measured on their own.
enum Part {
    /// The names of the parts.
    static let names = ["decode", "encode", "images", "page", "unicode"]

    /// Returns the part with this name, as a closure that does it once per call; nil if there is none.
    ///
    /// - Parameters:
    ///   - what: The file that `decode`, `encode`, `images` and `page` read; the query of `unicode`.
    static func named(_ name: String, of what: String) throws -> (() -> Void)? {
        switch name {
        case "decode":
            let bytes = read(what)
            return { use(try? JSONParser.parse(bytes)) }
        case "encode":
            let (value, outbox) = (try JSONParser.parse(read(what)), Outbox())
            return { use(outbox.message(value)) }
        case "images":
            let bytes = read(what)
            guard images(in: bytes) > 0 else { return nil }
            return { use(images(in: bytes)) }
        case "page":
            return page(of: HTTPResponse(status: 200, body: read(what)))
        case "unicode":
            return search(for: what)
        default:
            return nil
        }
    }

    /// Returns how many images with `src` and `alt` a page has.
    private static func images(in page: [UInt8]) -> Int {
        var count = 0
        for case .startTag(let tag) in HTMLTokenizer(page) where tag.isNamed("img") {
            if tag["src"] != nil, tag["alt"] != nil { count += 1 }
        }
        return count
    }

    /// Reads an answer from MediaWiki as a page of items.
    private static func page(of answer: HTTPResponse) -> (() -> Void)? {
        guard case .http(_, let read)? = source("wikipedia")?.page(PageRequest(query: "game")) else { return nil }
        return { use(read(answer)) }
    }

    /// Searches the names of all characters.
    private static func search(for query: String) -> () -> Void {
        {
            // Another source each time, because a source remembers its latest search.
            guard case .local(let compute)? = source("unicode")?.page(PageRequest(query: query)) else { return }
            use(compute { false })
        }
    }

    private static func source(_ type: String) -> (any Source)? {
        try? SourceType.all.first { $0.name == type }?.make(type, Settings())
    }

    private static func read(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        close(descriptor)
        return bytes
    }

    /// Keeps the optimizer from removing work whose result is not used.
    @inline(never) private static func use<Value>(_ value: Value) {
        withExtendedLifetime(value) {}
    }
}
