import HTTP
import JSONRPC
import SearchSource

/// Something that has happened outside. Each comes with the instant at which it did.
public enum Event: Equatable, Sendable {
    /// A message has come.
    case messageArrived([UInt8])
    /// A message longer than the limit has come, of which this is the beginning.
    case messageTooLong([UInt8])
    /// The input cannot be cut into messages any more, because of this.
    case framingLost(String)
    /// No input will come any more.
    case inputEnded
    /// Work has come to its end.
    case fetchFinished(FetchID, FetchResult)
    /// What the source of this name searches has changed.
    case sourceChanged(String)
    /// The instant that `wake` asked for is here. One timer fires; if another is due as well, `wake` stays as it is.
    case timePassed

    /// That this has come from the client.
    package init(_ frame: Frame) {
        self =
            switch frame {
            case .message(let bytes): .messageArrived(bytes)
            case .tooLong(let beginning): .messageTooLong(beginning)
            case .lost(let reason): .framingLost(reason)
            }
    }
}

/// The number of a piece of work. None is given twice.
public struct FetchID: Hashable, Sendable {
    /// The number.
    public let number: Int

    /// The id with this number.
    public init(_ number: Int) {
        self.number = number
    }
}

/// What work has come to.
public enum FetchResult: Equatable, Sendable {
    /// An HTTP answer, whatever its status.
    case response(HTTPResponse)
    /// No HTTP answer.
    case failed(TransportError)
    /// What a local computation found.
    case computed(Computed)
    /// Rows of a child process.
    case rows(ChildRows)
}
