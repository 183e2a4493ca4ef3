import CurlTransport
import Foundation
import HTTP
import Testing
import Time

/// What is sent to a server on loopback that reads one request after another from one connection.
@Suite struct SendingTests {
    /// A server for one connection.
    private final class Server: Sendable {
        let port: UInt16
        /// Signalled when either side has closed the connection.
        let isOver = DispatchSemaphore(value: 0)

        /// Creates a server that answers a number of requests, each with its own text.
        convenience init(requests: Int) throws {
            try self.init { connection in
                for _ in 0..<requests { Self.answer(connection) }
            }
        }

        /// Creates a server that calls `serve` with the connection.
        init(serve: @escaping @Sendable (Int32) -> Void) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let bound = withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(listener, address, length) == 0 && listen(listener, 4) == 0
                        && getsockname(listener, address, &length) == 0
                }
            }
            try #require(bound)
            port = UInt16(bigEndian: address.sin_port)
            Thread.detachNewThread { [isOver] in
                let connection = accept(listener, nil, nil)
                serve(connection)
                close(connection)
                close(listener)
                isOver.signal()
            }
        }

        private static func answer(_ connection: Int32) {
            var text: [UInt8] = []
            var wanted: Int?
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while wanted.map({ text.count < $0 }) ?? true {
                let count = read(connection, &buffer, buffer.count)
                guard count > 0 else { return }
                text += buffer[..<count]
                guard wanted == nil, let end = String(decoding: text, as: UTF8.self).range(of: "\r\n\r\n") else {
                    continue
                }
                let head = String(decoding: text, as: UTF8.self)[..<end.lowerBound]
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
                wanted = head.utf8.count + 4 + (length.flatMap { Int($0.dropFirst(16)) } ?? 0)
            }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: \(text.count)\r\n\r\n".utf8) + text
            answer.withUnsafeBytes { _ = write(connection, $0.baseAddress, $0.count) }
        }
    }

    /// Sends `request` and returns what the server has read.
    private func sent(_ request: HTTPRequest, by transport: CurlTransport, id: Int) throws -> String {
        let start = Date()
        func now() -> Instant { Instant(.seconds(Date().timeIntervalSince(start))) }
        transport.send(request, id: id, concurrency: 1, now: now())
        while now() < Instant(.seconds(30)) {
            var polled = transport.sockets.map { socket in
                pollfd(
                    fd: socket.descriptor,
                    events: Int16((socket.wantsRead ? POLLIN : 0) | (socket.wantsWrite ? POLLOUT : 0)), revents: 0)
            }
            poll(&polled, nfds_t(polled.count), transport.deadline == nil ? 1_000 : 1)
            transport.act(
                on: polled.filter { $0.revents != 0 }.map { socket in
                    CurlTransport.Readiness(
                        descriptor: socket.fd, canRead: Int32(socket.revents) & POLLIN != 0,
                        canWrite: Int32(socket.revents) & POLLOUT != 0, hasFailed: false)
                }, now: now())
            for (completed, result) in transport.takeCompleted() where completed == id {
                return String(decoding: try result.get().body, as: UTF8.self)
            }
        }
        Issue.record("no answer came")
        return ""
    }

    @Test func aBodyIsPostedAndTheNextRequestIsAGetAgain() throws {
        let server = try Server(requests: 3)
        let transport = CurlTransport(CurlTransport.Configuration(userAgent: "seekline-tests"), wallClock: { 0 })
        let url = "http://127.0.0.1:\(server.port)/search"
        // For more than 1 MiB, libcurl would send `Expect: 100-continue` and wait a second for the answer.
        let large = String(repeating: "x", count: 2 << 20)
        for (id, body) in [#"{"q":"→"}"#, "", large].enumerated() {
            let request = HTTPRequest(
                url: url, headers: ["X-Key": "k"],
                body: body.isEmpty ? nil : HTTPRequest.Body(Array(body.utf8), type: "application/json"))
            let text = try sent(request, by: transport, id: id)
            let isPost = !body.isEmpty
            #expect(text.hasPrefix(isPost ? "POST /search HTTP/1.1\r\n" : "GET /search HTTP/1.1\r\n"))
            #expect(text.contains("\r\nX-Key: k\r\n"))
            #expect(text.contains("\r\nContent-Type: application/json\r\n") == isPost)
            #expect(!text.contains("Expect:"))
            #expect(text.hasSuffix("\r\n\r\n" + body))
        }
    }

    @Test func aServerThatNeverPausesIsGivenUpSoonAfterTheTimeIsUp() throws {
        let server = try Server { connection in
            let beginning = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
            let pieces = Array(
                String(repeating: "1;" + String(repeating: "x", count: 4096) + "\r\n \r\n", count: 1000).utf8)
            _ = send(connection, beginning, beginning.count, Int32(MSG_NOSIGNAL))
            var isAtOnce: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isAtOnce, socklen_t(MemoryLayout<Int32>.size))
            while send(connection, pieces, pieces.count, Int32(MSG_NOSIGNAL)) > 0 {}
        }
        let transport = CurlTransport(CurlTransport.Configuration(userAgent: "seekline-tests"), wallClock: { 0 })
        transport.send(HTTPRequest(url: "http://127.0.0.1:\(server.port)/"), id: 1, concurrency: 1, now: Instant())
        var reads = 0
        while reads < 5_000 {
            guard let socket = transport.sockets.first else {
                transport.act(on: [], now: Instant())
                continue
            }
            // Whenever the transport looks, it finds several chunks.
            var least: Int32 = 1 << 13
            setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVLOWAT, &least, socklen_t(MemoryLayout<Int32>.size))
            let events = Int16((socket.wantsRead ? POLLIN : 0) | (socket.wantsWrite ? POLLOUT : 0))
            var polled = pollfd(fd: socket.descriptor, events: events, revents: 0)
            try #require(poll(&polled, 1, 30_000) == 1)
            if socket.wantsRead { reads += 1 }
            transport.act(
                on: [
                    CurlTransport.Readiness(
                        descriptor: socket.descriptor, canRead: socket.wantsRead, canWrite: socket.wantsWrite,
                        hasFailed: false)
                ], now: Instant(.seconds(reads < 10 ? 0 : 15)))
            guard case .failure(let error)? = transport.takeCompleted().first?.result else { continue }
            #expect(error.code == .timedOut && error.message.hasSuffix("had not finished its answer after 15 s"))
            return
        }
        Issue.record("it is read for ever")
    }

    @Test func aTransportClosesItsConnectionsWhenItIsReleased() throws {
        let server = try Server(requests: 2)
        let configuration = CurlTransport.Configuration(userAgent: "seekline-tests")
        var transport: CurlTransport? = CurlTransport(configuration, wallClock: { 0 })
        let request = HTTPRequest(url: "http://127.0.0.1:\(server.port)/")
        _ = try sent(request, by: try #require(transport), id: 1)
        // Even while a request is in flight; it uses another connection or is never sent.
        transport?.send(request, id: 2, concurrency: 1, now: Instant())
        transport = nil
        #expect(server.isOver.wait(timeout: .now() + 30) == .success)
    }
}
