import HTTP
import JSONRPC
import SearchSource

/// Something that has happened outside. Each event comes with the instant at which it happened.
public enum Event: Equatable, Sendable {
    /// A message has arrived.
    case messageArrived([UInt8])
    /// A message longer than the limit has arrived; this is its beginning.
    case messageTooLong([UInt8])
    /// The input can no longer be split into messages, for this reason.
    case framingLost(String)
    /// No more input will come.
    case inputEnded
    /// Work has ended.
    case fetchFinished(FetchID, FetchResult)
    /// What the source of this name searches has changed.
    case sourceChanged(String)
    /// The instant that `wake` asked for has come. One timer fires; if another is due too, `wake` stays as it is.
    case timePassed

    /// The event that `frame` has arrived from the client.
    package init(_ frame: Frame) {
        self =
            switch frame {
            case .message(let bytes): .messageArrived(bytes)
            case .tooLong(let beginning): .messageTooLong(beginning)
            case .lost(let reason): .framingLost(reason)
            }
    }
}

/// The number of a piece of work. No number is used twice.
public struct FetchID: Hashable, Sendable {
    /// The number.
    public let number: Int

    /// The id with this number.
    public init(_ number: Int) {
        self.number = number
    }
}

/// The result of a piece of work.
public enum FetchResult: Equatable, Sendable {
    /// An HTTP response, whatever its status.
    case response(HTTPResponse)
    /// No HTTP response.
    case failed(TransportError)
    /// What a local computation found.
    case computed(Computed)
    /// Rows of a child process.
    case rows(ChildRows)
}
