import JSONRPC

extension Target {
    /// Messages as lines: however the stream is split, they are those that a simple reading of the whole stream finds.
    static let lines = Target(name: "lines") { bytes in
        var rest = bytes[...]
        let limit = 1 + rest.number() % 64
        let found = frames(of: rest, by: LineFramer(limit: limit), splitBy: 0)
        let expected = rest.split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { line -> Frame? in
            let text = line.last == 0x0D ? line.dropLast() : line
            if text.count > limit { return .tooLong(Array(line.prefix(limit))) }
            return text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? nil : .message(Array(text))
        }
        hold(found == expected, "the stream is split at line ends")
        for seed in 1...3 {
            hold(frames(of: rest, by: LineFramer(limit: limit), splitBy: seed) == expected, "splits make no difference")
        }
    }

    /// Messages with headers: the frames are the same however the stream is split, and framed messages are read back
    /// unchanged.
    static let contentLength = Target(name: "content-length") { bytes in
        var rest = bytes[...]
        let limit = 1 + rest.number() % 64
        let expected = frames(of: rest, by: ContentLengthFramer(limit: limit), splitBy: 0)
        for frame in expected {
            if case .message(let message) = frame { hold(message.count <= limit, "a message is within the limit") }
        }
        for seed in 1...3 {
            let found = frames(of: rest, by: ContentLengthFramer(limit: limit), splitBy: seed)
            hold(found == expected, "splits make no difference")
        }
        var stream: [UInt8] = []
        let messages = rest.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        for message in messages { Framing.contentLength.append(message, to: &stream) }
        let again = frames(of: stream[...], by: ContentLengthFramer(limit: bytes.count), splitBy: 1)
        hold(again == messages.map(Frame.message), "framed messages are read back unchanged")
    }

    /// Returns all frames that a framer finds in a stream that arrives in pieces of 1 to 16 bytes, or in one piece if
    /// `seed` is 0.
    private static func frames(of stream: ArraySlice<UInt8>, by framer: some Framer, splitBy seed: Int) -> [Frame] {
        var (framer, rest, chance, frames) = (framer, stream, UInt32(seed), [Frame]())
        repeat {
            chance = chance &* 1_664_525 &+ 1_013_904_223
            let piece = rest.prefix(seed == 0 ? rest.count : 1 + Int(chance >> 28))
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { framer.append($0) }
            while let frame = framer.next() { frames.append(frame) }
        } while !rest.isEmpty
        if let frame = framer.finish() { frames.append(frame) }
        return frames
    }
}
