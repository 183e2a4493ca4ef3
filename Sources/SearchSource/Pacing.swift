/// How a search box behaves: when it requests something, and how much. A source has defaults, and a session can
/// override each of them.
///
/// Rules 1 to 15 of the view-model (protocol/README.md, "The rules") say what each member does; the names, bounds and
/// documentation that clients see are in `PacingOption.all`.
public struct Pacing: Hashable, Sendable {
    /// What makes a search happen.
    public enum Trigger: String, Sendable, CaseIterable {
        /// Typing.
        case incremental
        /// Only `submit`.
        case submit
    }

    /// What a keystroke immediately does to a running load and to the list.
    public enum OnInput: String, Sendable, CaseIterable {
        /// Nothing.
        case keep
        /// It cancels the load.
        case cancel
        /// It cancels the load and clears the list.
        case clear
    }

    /// What a query below the minimum length does to the list.
    public enum BelowMinLength: String, Sendable, CaseIterable {
        /// Clears it.
        case clear
        /// Leaves it.
        case keep
    }

    /// How long typing must pause before the text is searched for.
    public var debounce = Duration.milliseconds(300)
    /// The minimum length of a query, in grapheme clusters. Setting it also sets `minLengthDense`.
    public var minLength = 3 {
        didSet { minLengthDense = minLength }
    }
    /// The minimum length of a query of ideographs and kana, one of which says as much as several letters.
    public var minLengthDense = 3
    /// How long after a refresh the next one is refused.
    public var throttle = Duration.milliseconds(300)
    /// The number of items to request for a page.
    public var pageSize = 20
    /// The maximum number of pages of a list.
    public var maxPages = 100
    /// What makes a search happen.
    public var trigger = Trigger.incremental
    /// What a keystroke immediately does.
    public var onInput = OnInput.keep
    /// What a query below the minimum length does.
    public var belowMinLength = BelowMinLength.clear
    /// How long a load may take before it counts as stalled.
    public var stalledAfter = Duration.milliseconds(500)
    /// How long to wait before a failed page is tried again; doubled each time it fails again.
    public var backOff = Duration.seconds(1)
    /// How a query is matched; nil if the source leaves sessions no choice.
    public var matching: MatchOptions?

    /// A pacing with the default values.
    public init() {}

    /// The same pacing for a search box in which nobody types: debounces, throttles and back-offs elapse at once.
    public var withoutWaits: Pacing {
        var pacing = self
        pacing.debounce = .zero
        pacing.throttle = .zero
        pacing.backOff = .zero
        return pacing
    }

    /// The largest value of `maxPages`. Sources that make their lists on this machine use it, so that their lists go on
    /// to the end.
    public static let mostPages = 100_000

    /// The longest back-off, however often a page has failed: 30 s.
    public static let maximumBackOff = Duration.seconds(30)
}
