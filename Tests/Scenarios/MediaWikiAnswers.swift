import Engine
import HTTP
import JSON
import TestSupport

/// How scenarios describe a source that speaks MediaWiki: questions are read from URLs, answers are written as bodies.
public enum MediaWikiAnswers {
    /// Returns the question that a request asks, in the notation of scenarios: `{"query", "from", "size"}` or
    /// `{"detail"}`.
    public static func question(_ request: HTTPRequest) -> JSONObject {
        let query = URLQuery(decoding: String(request.url.split(separator: "?", maxSplits: 1).last ?? ""))
        if let id = query["pageids"] { return JSONObject([("detail", .string(id))]) }
        func number(_ name: String) -> JSONValue { .number(JSONNumber(Int(query[name] ?? "") ?? -1)) }
        return JSONObject([
            ("query", .string(query["srsearch"] ?? "")), ("from", number("sroffset")), ("size", number("srlimit")),
        ])
    }

    /// Returns the result that a scenario's `reply` stands for.
    public static func result(_ reply: JSONObject, to question: JSONObject) -> FetchResult {
        if let fail = reply["fail"]?.string {
            let codes: [String: TransportError.Code] = [
                "offline": .unreachable, "timeout": .timedOut, "cutOff": .cutOff,
            ]
            return .failed(TransportError(codes[fail] ?? .malformed, "http://scenario.test: \(fail)"))
        }
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        if let seconds = reply["retryAfter"]?.integer { headers.add("Retry-After", String(seconds)) }
        return .response(
            HTTPResponse(
                status: reply["status"]?.integer ?? 200, headers: headers, body: body(reply, to: question)))
    }

    private static func body(_ reply: JSONObject, to question: JSONObject) -> [UInt8] {
        if let raw = reply["raw"]?.string { return Array(raw.utf8) }
        if reply["status"] != nil { return Array("<!DOCTYPE html><title>Internal error</title>".utf8) }
        if let error = reply["error"]?.object { return JSONWriter.bytes(of: ["error": .object(error)]) }
        if let id = question["detail"]?.string { return JSONWriter.bytes(of: detail(reply, id: id)) }
        return JSONWriter.bytes(of: .object(page(reply, from: question["from"]?.integer ?? 0)))
    }

    private static func detail(_ reply: JSONObject, id: String) -> JSONValue {
        var page = JSONObject([("pageid", .number(JSONNumber(Int(id) ?? 0)))])
        if reply["missing"] == true {
            page["missing"] = ""
        } else {
            page["title"] = .string("Page \(id)")
            page["extract"] = reply["text"] ?? ""
        }
        return ["batchcomplete": "", "query": ["pages": .object(JSONObject([(id, .object(page))]))]]
    }

    private static func page(_ reply: JSONObject, from: Int) -> JSONObject {
        let ids = MadeAnswers.ids(reply["items"])
        let hits = ids.map { id -> JSONValue in
            ["ns": 0, "pageid": .number(JSONNumber(Int(id) ?? 0)), "title": .string("Page \(id)"), "snippet": ""]
        }
        var info = JSONObject()
        info["totalhits"] = reply["total"]
        info["suggestion"] = reply["suggestion"]
        var answer = JSONObject([
            ("batchcomplete", ""), ("query", ["searchinfo": .object(info), "search": .array(hits)]),
        ])
        if reply["next"] == true {
            answer["continue"] = ["sroffset": .number(JSONNumber(from + ids.count)), "continue": "-||"]
        }
        return answer
    }
}
