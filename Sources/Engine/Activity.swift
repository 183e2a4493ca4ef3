/// How much is under way in all sessions together: to be known without a look at each of them.
final class Activity {
    /// How many sessions have not settled.
    var sessions = 0
}
