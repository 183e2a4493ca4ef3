import CCurl
import HTTP
import Time

/// A libcurl handle, which sends one request after another, and what has come back so far for the one that runs.
///
///     idle ──start──→ running ──ended or given up──→ end ──→ idle
///
/// The handle is reset after each request and keeps nothing but connections. Otherwise libcurl would count the kept
/// connections that have died, and give up at every sixth, whatever happened between them. libcurl holds plain pointers
/// to the transfer and its `errorText` until `end`.
final class Transfer {
    let easy: OpaquePointer
    private let configuration: CurlTransport.Configuration
    private let errorText: UnsafeMutablePointer<CChar>

    /// The request that runs; nil if none does.
    private(set) var running: PendingRequest?

    private var headerList: OpaquePointer?
    private var answer = IncomingAnswer()

    /// Where the request may be sent, and where it has been sent.
    private var route: Route
    /// Why no socket could be opened; 0 if none was needed, or it was opened.
    private var socketError: Int32 = 0

    /// How many bytes had come when the time was up and the sockets were checked; nil while it is not up.
    private var bytesAtLastLook: Int?
    /// How often the sockets have been checked since.
    private var lastLooks = 0
    /// How often they are checked at most. 16 KiB are read each time, 4 MiB in all: more than a system usually keeps for a
    /// connection that nobody reads from. What comes then may never end: a server may send faster than it is read.
    private static let mostLastLooks = 256

    /// Whether this libcurl reports how far a request has got.
    private var tellsProgress = false
    /// Whether a lookup of the server's name may be in progress: there is no socket yet.
    private(set) var isLookingUp = false
    /// Whether nobody waits for the request any more. It ends as soon as the lookup of its server's name is done.
    private(set) var isAbandoned = false

    /// An idle transfer; nil if libcurl is out of memory.
    init?(_ configuration: CurlTransport.Configuration) {
        guard let easy = ccurl_easy_init() else { return nil }
        self.easy = easy
        self.configuration = configuration
        route = Route(allowsPrivate: configuration.followsToPrivateAddresses)
        errorText = .allocate(capacity: CCURL_ERROR_SIZE)
        errorText.initialize(repeating: 0, count: CCURL_ERROR_SIZE)
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
        // Without this, giving up during a slow name lookup waits for the lookup.
        set(CCURLOPT_QUICK_EXIT, 1)
        set(CCURLOPT_PROTOCOLS, web)
        set(CCURLOPT_REDIR_PROTOCOLS, web)
        set(CCURLOPT_FOLLOWLOCATION, 1)
        set(CCURLOPT_MAXREDIRS, configuration.redirects)
        // Otherwise a search sent by POST would become a GET without its body, which may find anything. (That is what
        // 303 means.)
        set(CCURLOPT_POSTREDIR, CCURL_REDIR_POST_301 | CCURL_REDIR_POST_302)
        if let caFile = configuration.caFile {
            set(CCURLOPT_CAINFO, caFile)
            // Otherwise the system's folder of certificates would be trusted in addition to the file.
            set(CCURLOPT_CAPATH, nil)
        }
        set(CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
        // What a proxy says when it connects to the server is not an answer.
        set(CCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CCURLOPT_ERRORBUFFER, UnsafeRawPointer(errorText))
        let this = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        set(CCURLOPT_PRIVATE, this)
        set(CCURLOPT_WRITEDATA, this)
        set(CCURLOPT_HEADERDATA, this)
        tellsProgress =
            ccurl_easy_watch_progress(
                easy, { _, _, context in Transfer.at(context).mayLookUp() ? 0 : 1 },
                { context, _, address in Transfer.at(context).openSocket(address) },
                { context, address, _, _, _ in Transfer.at(context).mayBeSent(address) ? 0 : 1 },
                UnsafeMutableRawPointer(mutating: this)) == 0
        set(CCURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            Transfer.at(context).received(UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
        set(CCURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            Transfer.at(context).answer.take(header: UnsafeRawBufferPointer(start: bytes, count: Int(size * count)))
        }
    }

    /// Prepares the handle to send `pending`.
    ///
    /// - Parameter isAnew: Whether to open a new connection even if one has been kept.
    func start(_ pending: PendingRequest, isAnew: Bool = false) {
        running = pending
        setUp()
        errorText[0] = 0
        let request = pending.request
        set(CCURLOPT_URL, request.url)
        if !request.followsRedirects { set(CCURLOPT_FOLLOWLOCATION, 0) }
        if isAnew { set(CCURLOPT_FRESH_CONNECT, 1) }
        set(CCURLOPT_CONNECTTIMEOUT_MS, connectTimeout.wholeMilliseconds)
        // The empty string stands for everything that this libcurl can decompress.
        set(CCURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : "identity")
        for field in request.headers.fields {
            // With nothing after its colon, it would be left out.
            let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
            headerList = ccurl_list_append(headerList, line)
        }
        setBody(request.body)
        if let headerList { set(CCURLOPT_HTTPHEADER, UnsafeRawPointer(headerList)) }
    }

    /// Lets the request end by itself. Giving up a lookup does not end it: it only continues unseen, with its own
    /// thread and descriptors.
    func abandon() {
        isAbandoned = true
    }

    /// Notes that the name of a server is about to be looked up. Returns whether it may be.
    private func mayLookUp() -> Bool {
        isLookingUp = tellsProgress
        return !isAbandoned
    }

    /// Opens a socket to connect to `address`. Returns -1 if that is not allowed, or fails.
    private func openSocket(_ address: UnsafeMutablePointer<ccurl_address>?) -> Int32 {
        isLookingUp = false
        heedRedirects()
        guard let address, !isAbandoned, route.allows(NetworkAddress.of { ccurl_address_bytes(address, $0) }) else {
            return -1
        }
        let socket = ccurl_open_socket(address)
        socketError = max(0, -socket)
        return max(-1, socket)
    }

    /// Notes that the request is about to be sent to `address`. Returns whether it may be.
    private func mayBeSent(_ address: UnsafePointer<CChar>?) -> Bool {
        isLookingUp = false
        heedRedirects()
        guard !isAbandoned else { return false }
        let address = address.flatMap { text in NetworkAddress.of { ccurl_parse_address(text, $0) } }
        guard route.allows(address) else { return false }
        route.isSent(to: address)
        return true
    }

    /// Notes whether a server has redirected the request. What a server sends may be ambiguous, so what counts is what
    /// libcurl has followed.
    private func heedRedirects() {
        if ccurl_easy_redirects(easy) > 0 { route.isSentOn() }
    }

    /// Returns whether to check the request once more although its time is up: what has come while the process was held
    /// up, or stopped, is read first. False once nothing more has come, or too much for that.
    func hasLastLook() -> Bool {
        defer { (bytesAtLastLook, lastLooks) = (answer.size, lastLooks + 1) }
        return bytesAtLastLook != answer.size && lastLooks < Self.mostLastLooks
    }

    private func setBody(_ body: HTTPRequest.Body?) {
        if let body {
            headerList = ccurl_list_append(headerList, "Content-Type: \(body.type)")
            // Otherwise libcurl would first ask whether a large body is welcome, and wait for the answer.
            headerList = ccurl_list_append(headerList, "Expect:")
            set(CCURLOPT_POSTFIELDSIZE, body.bytes.count)
            body.bytes.withUnsafeBytes { set(CCURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(errorText)) }
        }
    }

    /// Forgets the request. The handle must have been removed from the multi handle.
    func end() {
        running = nil
        answer = IncomingAnswer()
        route.begin()
        socketError = 0
        (bytesAtLastLook, lastLooks) = (nil, 0)
        isLookingUp = false
        isAbandoned = false
        ccurl_easy_reset(easy)
        if let headerList { ccurl_list_free(headerList) }
        headerList = nil
    }

    /// Returns the transfer that libcurl was given as `context`.
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

    /// Takes a piece of the body. Returns how many of its bytes were taken.
    private func received(_ bytes: UnsafeRawBufferPointer) -> UInt {
        isLookingUp = false
        return answer.take(body: bytes, atMost: configuration.bodyBytes)
    }

    /// Returns whether what ended the transfer with `code` was not an answer to it: on a kept connection, a server may
    /// have said earlier that it had waited too long (408), or sent more than it was asked for.
    func wasNotAsked(_ code: Int32) -> Bool {
        guard ccurl_easy_connections(easy) == 0, ccurl_easy_redirects(easy) == 0 else { return false }
        switch Int(code) {
        case CCURLE_OK: return ccurl_easy_status(easy) == 408
        case CCURLE_UNSUPPORTED_PROTOCOL, CCURLE_WEIRD_SERVER_REPLY: return true
        default: return false
        }
    }

    /// Returns the result of the transfer, which libcurl has ended with `code`.
    func result(_ code: Int32, at receivedAt: Int) -> Result<HTTPResponse, TransportError> {
        guard Int(code) != CCURLE_OK || !answer.hasHeaders else {
            heedRedirects()
            let status = Int(ccurl_easy_status(easy))
            let url = route.wasSentOn ? ccurl_easy_url(easy).map { String(cString: $0) } : nil
            return .success(
                HTTPResponse(
                    status: status, headers: answer.headers, body: answer.body, url: url, receivedAt: receivedAt))
        }
        return .failure(failure(code).error)
    }

    /// When the running request must have ended, or the answer to it begun; nil if none runs.
    var deadline: Instant? {
        guard let running else { return nil }
        guard answer.headerBytes == 0, let firstByte = running.firstByteDeadline else { return running.deadline }
        return min(running.deadline, firstByte)
    }

    /// The error that says that the time is up.
    var timedOut: TransportError {
        let limits = running?.request.limits
        let whole = min(configuration.requestTimeout, limits?.whole ?? .day)
        let limit = answer.headerBytes == 0 ? min(whole, limits?.firstByte ?? .day) : whole
        return failure(Int32(CCURLE_OPERATION_TIMEDOUT)).error(after: limit)
    }

    private var connectTimeout: Duration {
        min(configuration.connectTimeout, running?.request.limits?.connecting ?? .day)
    }

    private func failure(_ code: Int32) -> TransferFailure {
        heedRedirects()
        let systemError = socketError != 0 ? socketError : ccurl_easy_system_error(easy)
        return TransferFailure(
            code: Int(code), configuration: configuration, connectTimeout: connectTimeout,
            origin: running?.request.origin ?? "",
            detail: String(cString: errorText), route: route, isLookingUp: isLookingUp,
            proxyStatus: Int(ccurl_easy_proxy_status(easy)), hasBegun: answer.headerBytes > 0,
            hasHeaders: answer.hasHeaders, excess: answer.excess,
            systemError: systemError == 0 ? nil : ccurl_system_error_text(systemError).map { String(cString: $0) })
    }
}

extension NetworkAddress {
    /// Returns the address that `write` writes, which has as many bytes as it returns; nil if it is not an internet
    /// address.
    fileprivate static func of(_ write: (UnsafeMutablePointer<UInt8>) -> UInt) -> NetworkAddress? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
            bytes.baseAddress.flatMap { NetworkAddress(bytes[..<Int(write($0))]) }
        }
    }
}
