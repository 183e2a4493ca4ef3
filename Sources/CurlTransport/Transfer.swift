import CCurl
import HTTP

/// One request on its way through libcurl: what is sent, and what has come back so far.
///
/// libcurl holds a plain pointer to it from `start` to `end`; the transport holds the transfer itself as long.
final class Transfer {
    let id: Int
    let request: HTTPRequest
    /// When it must have ended, in nanoseconds of the transport's clock. Time in the queue counts.
    let deadline: Int64

    private let configuration: CurlTransport.Configuration
    private(set) var easy: OpaquePointer?
    private var headerList: OpaquePointer?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: CCURL_ERROR_SIZE)

    private var headers: HTTPHeaders = [:]
    private var body: [UInt8] = []
    private var isTooLarge = false

    init(id: Int, request: HTTPRequest, deadline: Int64, configuration: CurlTransport.Configuration) {
        self.id = id
        self.request = request
        self.deadline = deadline
        self.configuration = configuration
        errorText.initialize(repeating: 0, count: CCURL_ERROR_SIZE)
    }

    deinit {
        errorText.deallocate()
    }

    /// Makes `easy` ready to send the request within `timeoutMs`.
    func start(on easy: OpaquePointer, timeoutMs: Int) {
        self.easy = easy
        let web = CCURL_PROTOCOL_HTTP | CCURL_PROTOCOL_HTTPS
        set(CCURLOPT_URL, request.url)
        set(CCURLOPT_USERAGENT, configuration.userAgent)
        set(CCURLOPT_NOSIGNAL, 1)
        // Without it, giving up during a slow name look-up waits for the look-up.
        set(CCURLOPT_QUICK_EXIT, 1)
        set(CCURLOPT_PROTOCOLS, web)
        set(CCURLOPT_REDIR_PROTOCOLS, web)
        set(CCURLOPT_FOLLOWLOCATION, 1)
        set(CCURLOPT_MAXREDIRS, configuration.redirects)
        set(CCURLOPT_CONNECTTIMEOUT_MS, configuration.connectMs)
        set(CCURLOPT_TIMEOUT_MS, timeoutMs)
        if let caFile = configuration.caFile { set(CCURLOPT_CAINFO, caFile) }
        set(CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
        // The empty string stands for everything that this libcurl can decompress.
        set(CCURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : "identity")
        for field in request.headers.fields {
            headerList = ccurl_list_append(headerList, "\(field.name): \(field.value)")
        }
        set(CCURLOPT_HTTPHEADER, UnsafeRawPointer(headerList))
        set(CCURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText))
        let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        set(CCURLOPT_PRIVATE, this)
        set(CCURLOPT_WRITEDATA, this)
        set(CCURLOPT_HEADERDATA, this)
        set(CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context).received(UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
        set(CCURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context).receivedHeader(UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
    }

    /// Lets go of libcurl's handle; answers it, to be used again.
    func end() -> OpaquePointer? {
        if let headerList { ccurl_list_free(headerList) }
        headerList = nil
        defer { easy = nil }
        return easy
    }

    /// The transfer that libcurl was given as `context`.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // libcurl hands back what `start` gave it.
        Unmanaged<Transfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func set(_ option: Int, _ value: Int) {
        _ = ccurl_easy_set_number(easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: String) {
        _ = value.withCString { ccurl_easy_set_pointer(easy, Int32(option), $0) }
    }

    private func set(_ option: Int, _ value: UnsafeRawPointer?) {
        _ = ccurl_easy_set_pointer(easy, Int32(option), value)
    }

    private func set(_ option: Int, _ value: ccurl_data_callback) {
        _ = ccurl_easy_set_callback(easy, Int32(option), value)
    }

    // MARK: What comes back

    /// Takes a piece of the body, decompressed. Answers how much of it was taken: less than all ends the transfer.
    private func received(_ bytes: UnsafeRawBufferPointer) -> UInt {
        guard body.count + bytes.count <= configuration.bodyBytes else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return UInt(bytes.count)
    }

    private func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> UInt {
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // The answer behind a redirect, or behind a 1xx, begins anew.
            headers = [:]
            body = []
        } else if let colon = line.firstIndex(of: ":") {
            headers.add(String(line[..<colon]), line[line.index(after: colon)...].trimmed)
        }
        return UInt(bytes.count)
    }

    /// What the transfer has come to, if libcurl says that it ended with `code`.
    func result(_ code: Int32, at receivedAt: Int) -> Result<HTTPResponse, TransportError> {
        guard Int(code) != CCURLE_OK else {
            let status = Int(ccurl_easy_status(easy))
            return .success(HTTPResponse(status: status, headers: headers, body: body, receivedAt: receivedAt))
        }
        if isTooLarge {
            return .failure(
                TransportError(.tooLarge, "\(request.origin) answered with more than \(configuration.bodyBytes) bytes"))
        }
        let detail = errorText[0] == 0 ? String(cString: ccurl_easy_error(code)) : String(cString: errorText)
        return .failure(TransportError(.init(curl: code), "\(request.origin): \(redacted(detail))"))
    }

    /// libcurl's words, unless they repeat more of the URL than may be told.
    private func redacted(_ text: String) -> String {
        guard let query = request.url.firstIndex(of: "?"), text.contains(request.url[query...]) else { return text }
        return "the request failed"
    }
}

extension TransportError.Code {
    /// What a code of libcurl's means.
    fileprivate init(curl code: Int32) {
        switch Int(code) {
        case CCURLE_COULDNT_RESOLVE_HOST, CCURLE_COULDNT_RESOLVE_PROXY,
            CCURLE_COULDNT_CONNECT:
            self = .unreachable
        case CCURLE_OPERATION_TIMEDOUT:
            self = .timedOut
        case CCURLE_SSL_CONNECT_ERROR, CCURLE_SSL_CERTPROBLEM,
            CCURLE_PEER_FAILED_VERIFICATION, CCURLE_SSL_CACERT_BADFILE:
            self = .insecure
        case CCURLE_PARTIAL_FILE, CCURLE_GOT_NOTHING, CCURLE_RECV_ERROR,
            CCURLE_SEND_ERROR, CCURLE_HTTP2, CCURLE_HTTP2_STREAM:
            self = .cutOff
        case CCURLE_URL_MALFORMAT:
            self = .unsendable
        default:
            self = .malformed
        }
    }
}

extension Substring {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var text = drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
