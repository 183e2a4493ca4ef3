import CCurl
import HTTP

/// A handle of libcurl's, which sends one request after the other, and what has come back so far of the one that runs.
///
///     idle ──start──→ running ──ended or given up──→ end ──→ idle
///
/// What is the same for all requests is told to libcurl once. It holds plain pointers to the transfer and its
/// `errorText` as long as the handle is: until `deinit`.
final class Transfer {
    let easy: OpaquePointer
    private let configuration: CurlTransport.Configuration
    private let errorText: UnsafeMutablePointer<CChar>

    /// The request that runs; nil if none does.
    private(set) var running: PendingRequest?

    private var headerList: OpaquePointer?
    private var acceptsCompression: Bool?
    private var isPosting = false
    private var headers: HTTPHeaders = [:]
    private var body: [UInt8] = []
    private var isTooLarge = false
    /// Whether all headers of an answer have come.
    private var hasHeaders = false

    /// Whether this libcurl tells how far a request has come.
    private var tellsProgress = false
    /// Whether the name of the server may be being looked up: there is no socket yet.
    private(set) var isLookingUp = false
    /// Whether nobody waits for the request any more. It ends as soon as the name of its server has been looked up.
    private(set) var isAbandoned = false

    /// A transfer at rest; nil if libcurl is out of memory.
    init?(_ configuration: CurlTransport.Configuration) {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        self.configuration = configuration
        errorText = .allocate(capacity: CCURL_ERROR_SIZE)
        errorText.initialize(repeating: 0, count: CCURL_ERROR_SIZE)
        setUp()
    }

    deinit {
        ccurl_easy_cleanup(easy)
        if let headerList { ccurl_list_free(headerList) }
        errorText.deallocate()
    }

    private func setUp() {
        let web = CCURL_PROTOCOL_HTTP | CCURL_PROTOCOL_HTTPS
        set(CCURLOPT_USERAGENT, configuration.userAgent)
        set(CCURLOPT_NOSIGNAL, 1)
        // Without it, giving up during a slow name look-up waits for the look-up.
        set(CCURLOPT_QUICK_EXIT, 1)
        set(CCURLOPT_PROTOCOLS, web)
        set(CCURLOPT_REDIR_PROTOCOLS, web)
        set(CCURLOPT_FOLLOWLOCATION, 1)
        set(CCURLOPT_MAXREDIRS, configuration.redirects)
        set(CCURLOPT_CONNECTTIMEOUT_MS, configuration.connectMs)
        if let caFile = configuration.caFile { set(CCURLOPT_CAINFO, caFile) }
        set(CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
        set(CCURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText))
        let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        set(CCURLOPT_PRIVATE, this)
        set(CCURLOPT_WRITEDATA, this)
        set(CCURLOPT_HEADERDATA, this)
        tellsProgress =
            ccurl_easy_watch_progress(
                easy, { context, _, _ in Transfer.at(context).goesOn() ? 0 : 1 },
                { context, _, _, _, _ in Transfer.at(context).goesOn() ? 0 : 1 },
                UnsafeMutableRawPointer(mutating: this)) == 0
        set(CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context).received(UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
        set(CCURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context).receivedHeader(UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
    }

    /// Makes libcurl's handle ready to send `pending` within `timeoutMs`.
    func start(_ pending: PendingRequest, timeoutMs: Int) {
        running = pending
        isLookingUp = tellsProgress
        errorText[0] = 0
        let request = pending.request
        set(CCURLOPT_URL, request.url)
        set(CCURLOPT_TIMEOUT_MS, timeoutMs)
        if request.acceptsCompression != acceptsCompression {
            acceptsCompression = request.acceptsCompression
            // The empty string stands for everything that this libcurl can decompress.
            set(CCURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : "identity")
        }
        for field in request.headers.fields {
            headerList = ccurl_list_append(headerList, "\(field.name): \(field.value)")
        }
        setBody(request.body)
        if let headerList { set(CCURLOPT_HTTPHEADER, UnsafeRawPointer(headerList)) }
    }

    /// Lets the request come to its end by itself: a look-up is not ended by giving it up, it only goes on unseen, with
    /// a thread and descriptors of its own.
    func abandon() {
        isAbandoned = true
    }

    /// Takes note that the name of the server has been looked up; answers whether the request is still wanted.
    private func goesOn() -> Bool {
        isLookingUp = false
        return !isAbandoned
    }

    private func setBody(_ body: HTTPRequest.Body?) {
        if let body {
            headerList = ccurl_list_append(headerList, "Content-Type: \(body.type)")
            // Else libcurl would ask first whether a large body is welcome, and wait for the answer.
            headerList = ccurl_list_append(headerList, "Expect:")
            set(CCURLOPT_POSTFIELDSIZE, body.bytes.count)
            body.bytes.withUnsafeBytes { set(CCURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(errorText)) }
        } else if isPosting {
            set(CCURLOPT_HTTPGET, 1)
        }
        isPosting = body != nil
    }

    /// Forgets the request. libcurl must have let go of it.
    func end() {
        running = nil
        headers = [:]
        body = []
        isTooLarge = false
        hasHeaders = false
        isAbandoned = false
        if let headerList {
            set(CCURLOPT_HTTPHEADER, nil)
            ccurl_list_free(headerList)
            self.headerList = nil
        }
    }

    /// The transfer that libcurl was given as `context`.
    static func at(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // libcurl hands back what `setUp` gave it.
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
        isLookingUp = false
        guard body.count + bytes.count <= configuration.bodyBytes else {
            isTooLarge = true
            return 0
        }
        if body.isEmpty, let length = headers["Content-Length"].flatMap({ Int($0) }), length > bytes.count {
            // Memory that is never written to costs nothing, so that a server may say more than comes.
            body.reserveCapacity(min(length, configuration.bodyBytes))
        }
        body.append(contentsOf: bytes)
        return UInt(bytes.count)
    }

    private func receivedHeader(_ bytes: UnsafeRawBufferPointer) -> UInt {
        if bytes.starts(with: "HTTP/".utf8) {
            // The answer behind a redirect, or behind a 1xx, begins anew.
            headers = [:]
            body = []
            hasHeaders = false
        } else if bytes.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            hasHeaders = true
            // What sends the request elsewhere leads to another look-up.
            if headers["Location"] != nil { isLookingUp = tellsProgress }
        } else {
            headers.add(line: bytes.assumingMemoryBound(to: UInt8.self))
        }
        return UInt(bytes.count)
    }

    /// What the transfer has come to, if libcurl says that it ended with `code`.
    func result(_ code: Int32, at receivedAt: Int) -> Result<HTTPResponse, TransportError> {
        guard Int(code) != CCURLE_OK else {
            guard hasHeaders else {
                let origin = running?.request.origin ?? ""
                return .failure(TransportError(.cutOff, "\(origin) closed the connection inside the headers"))
            }
            let status = Int(ccurl_easy_status(easy))
            return .success(HTTPResponse(status: status, headers: headers, body: body, receivedAt: receivedAt))
        }
        let origin = running?.request.origin ?? ""
        if isTooLarge {
            let message = "\(origin) answered with more than \(configuration.bodyBytes) bytes"
            return .failure(TransportError(.tooLarge, message))
        }
        let detail = errorText[0] == 0 ? String(cString: ccurl_easy_error(code)) : String(cString: errorText)
        return .failure(TransportError(.init(curl: code), "\(origin): \(redacted(detail))"))
    }

    /// libcurl's words, unless they repeat more of the URL than may be told.
    private func redacted(_ text: String) -> String {
        guard let url = running?.request.url, let query = url.firstIndex(of: "?"), text.contains(url[query...]) else {
            return text
        }
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
