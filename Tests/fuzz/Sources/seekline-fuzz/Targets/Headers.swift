import HTTP

extension Target {
    /// The status and headers of an answer: waits and counts are within their bounds, and no field creates another one.
    static let headers = Target(name: "headers") { bytes in
        let response = response(bytes)
        hold((.zero ... .seconds(86_400)).contains(response.retryAfter ?? .zero), "a wait is at most a day")
        for name in ["Rate-Reset", "Rate-Remaining", "Total-Count"] {
            guard let count = response.count(name) else { continue }
            hold((.zero ... .seconds(86_400)).contains(response.wait(until: count)), "a time is at most a day ahead")
        }
        let year9999 = 253_402_300_800
        if let date = response.headers["Date"].flatMap(HTTPDate.parse) {
            hold((-62_167_305_600...year9999).contains(date), "a date is in the years 0 to 9999")
        }
        let fields = response.headers.fields
        var again = HTTPHeaders()
        for field in fields { again.add(field.name, field.value) }
        hold(again.fields == fields, "fields are kept as they were read")
        for field in fields {
            let bytes = Array((field.name + field.value).utf8)
            hold(!bytes.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "a field is one line")
            // A name that is not UTF-8 is shown with U+FFFD, which is not in its bytes.
            let isFound = response.headers[field.name] != nil
            hold(isFound || field.name.unicodeScalars.contains("\u{FFFD}"), "a field is found by its name")
        }
    }

    /// Returns the answer that an input describes: a status, field lines, an empty line and a body. Without an empty
    /// line, all of it is the body.
    static func response(_ bytes: [UInt8]) -> HTTPResponse {
        guard let end = bytes.firstRange(of: [0x0A, 0x0A]) else { return HTTPResponse(status: 200, body: bytes) }
        var lines = bytes[..<end.lowerBound].split(separator: 0x0A)
        let status = lines.isEmpty ? nil : Int(String(decoding: lines.removeFirst(), as: UTF8.self))
        var headers = HTTPHeaders()
        for line in lines { line.withUnsafeBufferPointer { headers.add(line: $0) } }
        return HTTPResponse(
            status: min(max(status ?? 200, 0), 999), headers: headers, body: Array(bytes[end.upperBound...]),
            receivedAt: 1_800_000_000)
    }
}
