/// Finds "sat" and "sun" that are days because of the words beside them: "sat lunch at 1?", "sun gym 9am".
///
/// The reader of times takes them alone, and behind "on"; everywhere else "sat" is what somebody did on a chair.
struct ShortDays {
    let times: ExpressionReader
    let lexicon: ConversationLexicon
    let text: FoldedText

    /// Returns the times of a message with its short days.
    func found(
        beside expressions: [TimeExpression], _ words: [ChatWord], _ context: ReadingContext
    ) -> [TimeExpression] {
        let days = words.indices.filter { index in
            words[index].kind == .word && Self.days.contains(words[index].text) && isDay(index, words)
                && !expressions.contains { $0.range.overlaps(words[index].range) }
        }.compactMap { day(words[$0], context) }
        guard !days.isEmpty else { return expressions }
        return (expressions + days).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static let days: Set<String> = ["sat", "sun"]

    /// Returns true where a clause begins or an activity ends, with an activity on the other side.
    private func isDay(_ index: Int, _ words: [ChatWord]) -> Bool {
        let isFirst =
            index == 0 || words[index - 1].text == "do"
            || words[index - 1].kind != .word && words[index - 1].kind != .number
            || lexicon.acts.matches(words, at: index - 1).contains {
                $0.end == index && [.or, .filler, .propose, .free, .counter, .yes].contains($0.value.act)
            }
        let next = index + 1
        if isFirst, !lexicon.activities.matches(words, at: next).isEmpty { return true }
        let isAfterActivity = (max(0, index - 3)..<index).contains { start in
            lexicon.activities.matches(words, at: start).contains { $0.end == index }
        }
        let isLast = next == words.count || words[next].kind != .word
        return isAfterActivity && isLast
    }

    /// Reads a day as if "on" were before it.
    private func day(_ word: ChatWord, _ context: ReadingContext) -> TimeExpression? {
        let lead = "on "
        guard var found = times.expression(beginning: lead + text.words(word.range), context), found.best.date != nil,
            !found.isVague, found.range.upperBound == lead.utf8.count + word.range.count
        else { return nil }
        found.range = word.range
        return found
    }
}
