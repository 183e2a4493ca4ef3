/// The three date formats of HTTP (RFC 9110, section 5.6.7).
///
///     Sun, 06 Nov 1994 08:49:37 GMT     the format to write
///     Sunday, 06-Nov-94 08:49:37 GMT    obsolete, to be read
///     Sun Nov  6 08:49:37 1994          obsolete, to be read
public enum HTTPDate {
    /// Returns the seconds since 1970-01-01 UTC, or nil if `text` is not such a date.
    public static func parse(_ text: String) -> Int? {
        // The longest date has 33 bytes. Splitting a long text into characters can take very long.
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { " ,-".contains($0) }.map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 5:
            return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default:
            return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func seconds(day: String, month: String, year: String, time: String) -> Int? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            var fullYear = Int(year), fullYear >= 0, fullYear <= 9999,
            clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        // Two-digit years from 70 on are in the 1900s; otherwise they would be far in the future.
        if year.count == 2 { fullYear += fullYear < 70 ? 2000 : 1900 }
        return daysSince1970(year: fullYear, month: month + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar. Years are taken to begin in March, so
    /// that the leap day is last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Adding 400 years, or 146,097 days, keeps the year from being negative, so that all divisions round down.
        let shifted = (month > 2 ? year : year - 1) + 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
    }
}
