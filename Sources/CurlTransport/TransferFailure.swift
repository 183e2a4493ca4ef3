import CCurl
import HTTP
import Time

/// Why a transfer failed, in words for the person who typed: libcurl's own are for programmers, and may reveal more of
/// the URL than they should.
struct TransferFailure {
    /// What there was too much of.
    enum Excess {
        case headers, body
    }

    /// libcurl's code, CURLE_….
    let code: Int
    let configuration: CurlTransport.Configuration
    /// How long connecting was allowed to take.
    let connectTimeout: Duration
    let origin: String
    /// libcurl's words. They are examined where one code has several meanings.
    let detail: String
    let route: Route
    /// Whether the server's name was still being looked up.
    let isLookingUp: Bool
    /// With what status a proxy answered that was to connect to the server; 0 if there was none.
    let proxyStatus: Int
    /// Whether any of an answer has come.
    let hasBegun: Bool
    /// Whether all of its headers have come.
    let hasHeaders: Bool
    let excess: Excess?
    /// What the system says about the connection, if anything.
    let systemError: String?

    /// The failure as an error.
    var error: TransportError {
        switch excess {
        case .body: return says(.tooLarge, "answered with more than \(configuration.bodyBytes >> 20) MiB")
        case .headers:
            return says(.malformed, "answered with more than \(IncomingAnswer.mostHeaderBytes >> 10) KiB of headers")
        case nil: break
        }
        if let place = wrongPlace {
            return TransportError(.malformed, "\(origin) redirected the request \(place)")
        }
        if proxyStatus != 0, !(200..<300).contains(proxyStatus) {
            // With these it says that it cannot reach the server.
            let code: TransportError.Code = (502...504).contains(proxyStatus) ? .unreachable : .malformed
            return says(code, "cannot be asked: the proxy refused with status \(proxyStatus)")
        }
        let (code, predicate) = meaning
        return says(code, predicate)
    }

    /// Returns the error that says that the time for the request, `limit`, is up.
    func error(after limit: Duration) -> TransportError {
        let time = Self.words(limit)
        return says(.timedOut, hasBegun ? "had not finished its answer after \(time)" : "did not answer within \(time)")
    }

    /// Returns an error that says `predicate` of the server that was asked last.
    private func says(_ code: TransportError.Code, _ predicate: String) -> TransportError {
        let subject = route.wasSentOn ? "\(origin) redirected to a server that" : origin
        return TransportError(code, "\(subject) \(predicate)")
    }

    private var meaning: (TransportError.Code, String) {
        switch code {
        case CCURLE_OK: (.cutOff, "closed the connection inside the headers")
        case CCURLE_COULDNT_RESOLVE_HOST: (.unreachable, "cannot be found: its name has no address")
        case CCURLE_COULDNT_RESOLVE_PROXY: (.unreachable, "cannot be asked: the name of the proxy has no address")
        case CCURLE_COULDNT_CONNECT: (.unreachable, "cannot be reached" + (systemError.map { ": \($0)" } ?? ""))
        case CCURLE_OPERATION_TIMEDOUT:
            (.timedOut, "\(isLookingUp ? "was not found" : "could not be connected to") within \(connectTime)")
        case CCURLE_SSL_CONNECT_ERROR: (.insecure, "does not speak TLS as it should")
        case CCURLE_PEER_FAILED_VERIFICATION: (.insecure, "is not trusted: \(distrust)")
        case CCURLE_SSL_CACERT_BADFILE: (.insecure, "is not trusted: the file of certificates cannot be read")
        case CCURLE_GOT_NOTHING: (.cutOff, "closed the connection without an answer")
        case CCURLE_RECV_ERROR where saysAny("chunk", "hexadecimal"):
            (.malformed, "sent chunks that cannot be read")
        case CCURLE_HTTP2, CCURLE_HTTP2_STREAM: (.cutOff, "broke off the connection")
        case CCURLE_PARTIAL_FILE, CCURLE_RECV_ERROR, CCURLE_SEND_ERROR:
            (.cutOff, hasHeaders ? "broke off in the middle of its answer" : "broke off the connection")
        case CCURLE_BAD_CONTENT_ENCODING: (.malformed, "sent a compressed answer that cannot be decompressed")
        case CCURLE_WEIRD_SERVER_REPLY: (.malformed, "sent something that is not HTTP")
        default: other
        }
    }

    /// The failures that do not concern a connection, and all others.
    private var other: (TransportError.Code, String) {
        switch code {
        case CCURLE_UNSUPPORTED_PROTOCOL where !isOfAddress: (.malformed, "sent something that is not HTTP")
        case CCURLE_UNSUPPORTED_PROTOCOL: (.unsendable, "is not an http or https address")
        case CCURLE_URL_MALFORMAT: (.unsendable, "is not a valid server address")
        case CCURLE_OUT_OF_MEMORY, CCURLE_TOO_LARGE:
            (.malformed, "answered with \(hasHeaders ? "more" : "a longer header") than there is room for")
        // Such as a line after a chunked body that is not a header, which libcurl reports as its own bad argument.
        case _ where hasBegun: (.malformed, "sent something that is not HTTP")
        default: (.malformed, "could not be asked: \(String(cString: ccurl_easy_error(Int32(code))))")
        }
    }

    /// Where the request was redirected to, if that is what is wrong.
    private var wrongPlace: String? {
        guard route.wasSentOn else { return nil }
        if route.wasRefused { return "to a private address, which is refused (see `http.privateRedirects`)" }
        switch code {
        case CCURLE_TOO_MANY_REDIRECTS: return "more than \(configuration.redirects) times"
        case CCURLE_UNSUPPORTED_PROTOCOL where isOfAddress: return "to an address that is not http or https"
        case CCURLE_URL_MALFORMAT: return "to an invalid address"
        default: return nil
        }
    }

    /// Whether the unsupported protocol is that of an address, and not one that a server speaks.
    private var isOfAddress: Bool { saysAny("not supported", "disabled") }

    /// Why the server's certificate is not accepted. libcurl has one code for all reasons, and words that depend on the
    /// TLS library.
    private var distrust: String {
        if saysAny("expired", "expiration") { return "its certificate has expired" }
        if saysAny("not yet valid", "activation") { return "its certificate is not valid yet" }
        if saysAny("host name", "subject name", "subjectAltName") { return "its certificate is that of another server" }
        return "its certificate was not issued by anyone that is trusted here"
    }

    private func saysAny(_ words: String...) -> Bool {
        words.contains { detail.contains($0) }
    }

    private var connectTime: String { Self.words(connectTimeout) }

    /// Returns a duration as text.
    private static func words(_ time: Duration) -> String {
        let milliseconds = time.wholeMilliseconds
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
