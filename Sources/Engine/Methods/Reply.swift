import JSON
import JSONRPC

/// What a method answers.
enum Reply {
    case result((inout JSONWriter) -> Void)
    /// Nothing yet: the method itself answers later.
    case later
    /// The result of something that takes long. No other call is made before it is there.
    case aside(Aside)

    /// An empty object: it is done, and there is nothing to report.
    static var done: Reply { .result { $0.object { _ in } } }

    /// Runs `compute` off the loop; the reply is what `reply` makes of its value.
    static func aside<Value: Sendable>(
        _ compute: @escaping @Sendable () -> Value, then reply: @escaping (Value) throws(ResponseError) -> Reply
    ) -> Reply {
        .aside(
            Aside { engine, answer in
                engine.setAside(compute) { value in
                    answer { () throws(ResponseError) in try reply(value) }
                }
            })
    }
}

/// A long part of a call.
struct Aside {
    /// Has `engine` compute it, then calls `answer` with a closure that returns the reply.
    let begin: (_ engine: SearchEngine, _ answer: @escaping (() throws(ResponseError) -> Reply) -> Void) -> Void
}
