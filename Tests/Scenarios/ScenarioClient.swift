import Engine
import JSON
import JSONRPC
import TestSupport

/// The client's end of a scenario: the engine gets bytes as a process does, and each message it sends must be framed.
struct ScenarioClient {
    /// A message from the engine.
    struct Received {
        /// When it was sent, in virtual milliseconds.
        let at: Int
        /// The message. The answer to a batch is the member `batch`.
        let message: JSONObject
        /// The message, as a parsed document.
        let document: JSONDocument

        /// The answers: the message itself, or the elements of the answer to a batch.
        var answers: [JSONDocument.Node] {
            document.kind(document.root) == .array ? Array(document.elements(of: document.root)) : [document.root]
        }

        /// Returns the id of an answer, as it is written.
        func id(of answer: JSONDocument.Node) -> String? {
            document.member("id", of: answer).flatMap(document.range).map {
                String(decoding: document.bytes[$0], as: UTF8.self)
            }
        }

        /// What is wrong with the message regardless of the scenario; nil if nothing is.
        var fault: String? {
            let isMarked = answers.allSatisfy { answer in
                document.member("jsonrpc", of: answer).map { document.isString($0, "2.0") } ?? false
            }
            return isMarked ? nil : "no `jsonrpc`"
        }
    }

    private let harness: EngineHarness
    private let hasHeaders: Bool
    private var frames = FrameReader()

    /// Creates a client of the engine in `harness` that sends messages with headers, or as lines.
    init(_ harness: EngineHarness, hasHeaders: Bool) {
        self.harness = harness
        self.hasHeaders = hasHeaders
    }

    /// Sends a message.
    mutating func send(_ text: String) {
        write(frame(Array(text.utf8)))
    }

    /// Sends bytes as they are.
    mutating func write(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { frames.append($0) }
        while let frame = frames.next() { harness.handle(Event(frame)) }
    }

    /// Ends the engine's input.
    mutating func end() {
        while let frame = frames.finish() { harness.handle(Event(frame)) }
        harness.handle(.inputEnded)
    }

    /// Takes the next message. `fault` says what is wrong with its frame, or what would be wrong with any message.
    func take() -> (received: Received, fault: String?)? {
        guard let (at, message, text) = harness.takeLine() else { return nil }
        var stream: [UInt8] = []
        (frames.framing ?? .lines).append(text, to: &stream)
        let received = Received(at: at, message: message, document: JSONDocument.beginning(of: text).document)
        return (received, stream == frame(text) ? received.fault : "not in the frame that was asked for")
    }

    /// Frames a message. Implemented here because the engine's own framing is under test.
    private func frame(_ text: [UInt8]) -> [UInt8] {
        hasHeaders ? Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text : text + [0x0A]
    }
}
