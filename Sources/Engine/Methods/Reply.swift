import JSON
import JSONRPC

/// What a method answers.
enum Reply {
    case result((inout JSONWriter) -> Void)
    /// Nothing yet: the method sees to the answer itself, later.
    case later
    /// What comes of something that takes long. No other call is made before.
    case aside(Aside)

    /// An empty object: it is done, and there is nothing to say of it.
    static var done: Reply { .result { $0.object { _ in } } }

    /// What `reply` makes of what is computed, away from the loop.
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

/// A part of a call that takes long.
struct Aside {
    /// Has `engine` compute it, and hands over what says then what the reply is.
    let begin: (_ engine: SearchEngine, _ answer: @escaping (() throws(ResponseError) -> Reply) -> Void) -> Void
}
