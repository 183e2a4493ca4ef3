/// What is under way in all sessions together, known without visiting each of them.
final class Activity {
    /// The number of sessions that have not settled.
    var sessions = 0
}
