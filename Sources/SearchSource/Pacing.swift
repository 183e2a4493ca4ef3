/// How a search box behaves: when it asks, and for how much. A source has defaults, a session can set each anew.
///
/// What each member does is rule 1 to 15 of the view-model (protocol/README.md, "The rules"); the names, bounds and
/// documentation that clients see are in `PacingOption.all`.
public struct Pacing: Hashable, Sendable {
    /// What makes a search happen.
    public enum Trigger: String, Sendable, CaseIterable {
        /// Typing does.
        case incremental
        /// Only `submit` does.
        case submit
    }

    /// What a keystroke does at once to a running load, and to the list.
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
    /// The least length of a query, in grapheme clusters. Setting it sets `minLengthDense` to the same.
    public var minLength = 3 {
        didSet { minLengthDense = minLength }
    }
    /// The least length of a query of ideographs and kana, of which one says as much as several letters.
    public var minLengthDense = 3
    /// How long a refresh bars the next one.
    public var throttle = Duration.milliseconds(300)
    /// How many items a page is asked for with.
    public var pageSize = 20
    /// How many pages a list has at most.
    public var maxPages = 100
    /// What makes a search happen.
    public var trigger = Trigger.incremental
    /// What a keystroke does at once.
    public var onInput = OnInput.keep
    /// What a query below the minimum length does.
    public var belowMinLength = BelowMinLength.clear
    /// After how long a load counts as stalled.
    public var stalledAfter = Duration.milliseconds(500)
    /// How long a failed page bars the next try; doubled each time it fails again.
    public var backOff = Duration.seconds(1)
    /// How a query is matched; nil if the source leaves sessions no choice.
    public var matching: MatchOptions?

    /// The defaults.
    public init() {}

    /// The same search box where nobody is typing: debounces, throttles and back-offs elapse at once.
    public var withoutWaits: Pacing {
        var pacing = self
        pacing.debounce = .zero
        pacing.throttle = .zero
        pacing.backOff = .zero
        return pacing
    }

    /// The most pages that a list can be allowed. One that is made on this machine goes on to its end.
    public static let mostPages = 100_000

    /// The longest back-off, however often a page has failed: 30 s.
    public static let maximumBackOff = Duration.seconds(30)
}
