import Templates

/// A time of day as somebody typed it in a field.
struct TypedClock: Equatable {
    /// Minutes since midnight, 0 to 1,440.
    let minute: Int
    /// True if the text says which half of the day it means.
    let namesHalf: Bool

    /// Reads `7:00`, `7`, `1930`, `19.30`, `7 PM`, `٧:٠٠ ص` and `24:00`; nil for any other text.
    init?(_ typed: String) {
        let text = plainNumber(typed).lowercased()
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
        var parts = digits.split(omittingEmptySubsequences: false) { ":.".contains($0) }
        if parts.count == 1, digits.count > 2 { parts = [digits.dropLast(2), digits.suffix(2)] }
        guard (1...2).contains(parts.count), (1...2).contains(parts[0].count), var hour = Int(parts[0]),
              let minute = parts.count == 1 ? 0 : parts[1].count == 2 ? Int(parts[1]) : nil, minute < 60
        else { return nil }
        let half = String(text.dropFirst(digits.count).filter { $0 != "." }).trimmed
        if half.isEmpty {
            namesHalf = false
        } else {
            guard let isEvening = Self.halves[half], (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isEvening ? 12 : 0)
            namesHalf = true
        }
        guard hour * 60 + minute <= 1_440 else { return nil }
        self.minute = hour * 60 + minute
    }

    /// The words for the halves of the day, true for the one that begins at noon.
    private static let halves = [
        "am": false, "a": false, "ص": false, "صباحا": false, "صباحًا": false, "صباحاً": false,
        "pm": true, "p": true, "م": true, "مساء": true, "مساءً": true,
    ]
}
