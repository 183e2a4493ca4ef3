import JSON
import JSONRPC

/// The protocol as an OpenRPC document (version 1.3), made from the declarations of methods, notifications, shapes and
/// errors. The engine's notifications, for which OpenRPC has no term, are in `x-notifications`.
enum OpenRPC {
    static let document: JSONValue = [
        "openrpc": "1.3.2",
        "info": [
            "title": "seekline", "version": .string(SearchEngine.protocolVersion),
            "description": "Incremental search done right, once, for every editor and front end.",
            "license": ["name": "MIT"],
        ],
        "methods": .array(Method.all.map(method)),
        "x-notifications": .array(
            Notification.all.map { notification in
                [
                    "name": .string(notification.name), "summary": .string(notification.summary),
                    "params": Schema.shape(notification.params).json,
                ]
            }),
        "components": ["schemas": .object(schemas), "errors": .object(errors)],
    ]

    private static func method(_ method: Method) -> JSONValue {
        [
            "name": .string(method.name), "summary": .string(method.summary), "paramStructure": "by-name",
            "params": .array(
                method.parameters.map { parameter in
                    [
                        "name": .string(parameter.name), "summary": .string(parameter.summary),
                        "required": .boolean(parameter.isRequired), "schema": parameter.schema.json,
                    ]
                }),
            "result": ["name": "result", "schema": method.result().json],
            // Not by reference, although that is allowed: some readers do not follow references here.
            "errors": .array(method.errors.map(error)),
        ]
    }

    /// Every named schema that a method or a notification refers to.
    private static var schemas: JSONObject {
        let methods = Method.all.flatMap { $0.parameters.map(\.schema) + [$0.result()] }
        let notifications = Notification.all.map { Schema.shape($0.params) }
        return JSONObject((methods + notifications).flatMap(\.definitions).map { ($0.name, $0.json) })
    }

    private static var errors: JSONObject {
        JSONObject(ErrorCode.all.map { ($0.name, error($0)) })
    }

    private static func error(_ code: ErrorCode) -> JSONValue {
        [
            "code": .number(JSONNumber(code.number)), "message": .string(code.phrase), "data": .string(code.summary),
        ]
    }
}

extension ErrorCode {
    /// The phrase as one word.
    fileprivate var name: String {
        phrase.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
