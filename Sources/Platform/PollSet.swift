internal import CPlatform
import Time

/// The descriptors that a loop waits for. They are kept from turn to turn, and only changes are made to them.
public struct PollSet {
    /// What a descriptor is watched for, or what it is ready for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits of `poll`.
        public let rawValue: Int16

        /// Those bits of `poll`.
        public init(rawValue: Int16) {
            self.rawValue = rawValue
        }

        /// There is something to read, or the end.
        public static var readable: Readiness { Readiness(rawValue: cplatform_readable) }
        /// There is room to write.
        public static var writable: Readiness { Readiness(rawValue: cplatform_writable) }
        /// The other end is gone. Always watched for.
        public static var hungUp: Readiness { Readiness(rawValue: cplatform_hung_up) }
        /// Something is wrong with it. Always watched for.
        public static var failed: Readiness { Readiness(rawValue: cplatform_failed | cplatform_invalid) }
    }

    /// The place of a descriptor in the set.
    public struct Place {
        fileprivate let index: Int
    }

    private var entries: [cplatform_polled] = []
    private var hasReadiness = false

    /// An empty set.
    public init() {}

    /// Adds a descriptor. If `events` is nil, it is not watched for now.
    public mutating func add(_ descriptor: Descriptor, for events: Readiness?) -> Place {
        entries.append(cplatform_polled(descriptor: descriptor.number, watched: 0, ready: 0))
        let place = Place(index: entries.count - 1)
        watch(place, for: events)
        return place
    }

    /// Watches a descriptor for `events` from now on, in addition to what is always watched for; with nil, for nothing
    /// at all.
    public mutating func watch(_ place: Place, for events: Readiness?) {
        let number = entries[place.index].descriptor
        // `poll` skips negative numbers, and `~` gives the number back.
        entries[place.index].descriptor = (number < 0) == (events == nil) ? number : ~number
        entries[place.index].watched = events?.rawValue ?? 0
    }

    /// Removes all descriptors that were added after this one.
    public mutating func removeAll(after place: Place) {
        entries.removeLast(entries.count - place.index - 1)
    }

    /// What a descriptor was ready for when the last wait ended.
    public subscript(place: Place) -> Readiness {
        hasReadiness ? Readiness(rawValue: entries[place.index].ready) : []
    }

    /// Waits until a descriptor is ready, a signal arrives, or `limit` has passed; with nil, for as long as it takes.
    public mutating func wait(atMost limit: Duration?) {
        let timeout = limit.map { Int32(clamping: $0.wholeMilliseconds) } ?? -1
        // After an error (a signal) the entries are as they were before.
        hasReadiness = entries.withUnsafeMutableBufferPointer { cplatform_poll($0.baseAddress, $0.count, timeout) } > 0
    }
}
