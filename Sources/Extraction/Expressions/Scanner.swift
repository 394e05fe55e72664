import CivilTime
import PrayerTimes

/// Goes through the tokens of a message and reads pieces of times.
///
/// Each reading function takes the index of a token and returns what begins there with the token after it, or nil.
struct Scanner: Sendable {
    let text: FoldedText
    let context: ReadingContext
    /// The kind of activity that the message or its context names.
    let activity: Activity?
    /// The kinds of activities that the message names.
    let activities: [Activity]

    init(_ text: FoldedText, _ context: ReadingContext) {
        self.text = text
        self.context = context
        activities = Scanner.activities(in: text)
        activity = context.activity ?? activities.first
    }

    var today: LocalDate { context.reference.date }
    var nowMinute: Int { context.reference.minuteOfDay }

    func token(_ index: Int) -> Token? {
        text.tokens.indices.contains(index) ? text.tokens[index] : nil
    }

    func word(_ index: Int) -> String { token(index)?.word ?? "" }

    /// Returns the longest phrase of a category that begins at a token.
    @inline(__always)
    func find(_ category: Category, _ index: Int) -> (sense: Sense, next: Int)? {
        // Most questions end here, without a call.
        has(category, index) ? longest(category, index) : nil
    }

    @inline(never)
    private func longest(_ category: Category, _ index: Int) -> (sense: Sense, next: Int)? {
        for phrase in text.phrases[index] {
            for sense in phrase.senses where sense.kind == category { return (sense, phrase.end) }
        }
        return nil
    }

    func has(_ category: Category, _ index: Int) -> Bool {
        text.kinds.indices.contains(index) && text.kinds[index].contains(category)
    }

    /// Returns the token after a phrase; the same token if the phrase does not begin there.
    func skip(_ category: Category, _ index: Int) -> Int { find(category, index)?.next ?? index }

    /// Returns true if a phrase of a category ends before a token.
    func follows(_ category: Category, _ index: Int) -> Bool {
        text.endings.indices.contains(index) && text.endings[index].contains(category)
    }

    func isSign(_ sign: String, _ index: Int) -> Bool {
        token(index).map { $0.kind == .sign && $0.word == sign } ?? false
    }

    /// Returns true for a sign directly after the token before it and directly before the one after it.
    func isInner(_ signs: Set<String>, _ index: Int) -> Bool {
        guard let sign = token(index), sign.isGlued, signs.contains(sign.word), let next = token(index + 1) else {
            return false
        }
        return next.isGlued
    }

    private static func activities(in text: FoldedText) -> [Activity] {
        var found: [Activity] = []
        for phrases in text.phrases {
            for phrase in phrases {
                for sense in phrase.senses where sense.kind == .activity {
                    if let activity = Activity(rawValue: sense.value) { found.append(activity) }
                }
            }
        }
        return found
    }
}
