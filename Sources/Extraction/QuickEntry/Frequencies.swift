extension SentenceReader {
    /// Notes how often something comes if no series comes like that, as "twice a week". The words are not in the title.
    mutating func findFrequencies() {
        var found: [Range<Int>] = [], index = 0
        while index < scanner.text.tokens.count {
            guard scanner.endOfOther(at: index) == nil, let end = endOfFrequency(at: index),
                let tokens = block(index..<end)
            else {
                index = scanner.endOfOther(at: index) ?? index + 1
                continue
            }
            findings.unread.append(tokens)
            found.append(index..<end)
            index = end
        }
        if !found.isEmpty { hide(found.map(scanner.text.range)) }
    }

    /// Returns the token after "twice a week", "3 times a day" or "last working day of every month".
    private func endOfFrequency(at index: Int) -> Int? {
        if let end = scanner.endOfWorkingDay(at: index) { return end }
        let counted = says(SeriesWords.counts, index)
            ?? scanner.number(at: index).flatMap { says(SeriesWords.times, $0.next) }
        guard let counted else { return nil }
        let start = says(SeriesWords.per, counted) ?? counted
        let isPrefix = scanner.token(start).map { $0.isPrefix && ["ب", "ل"].contains($0.word) } ?? false
        let unit = isPrefix ? start + 1 : start
        guard unit > counted else { return nil }
        return (scanner.find(.unit, unit) ?? scanner.find(.theUnit, unit) ?? scanner.find(.period, unit))?.next
    }
}
