extension TaskReader {
    /// Finds the length: "1 hour", `٢٠ دقيقة`, "takes an hour and a half". The first one counts.
    mutating func findLengths() {
        eachToken { reader, index, hidden in
            guard reader.found.minutes == nil else { return nil }
            let lead = reader.base.says(TaskWords.takes, index)
            guard let (minutes, next) = reader.length(at: lead ?? index) else { return nil }
            if lead == nil, !reader.isFree(index, minutes, next) { return nil }
            reader.found.minutes = minutes
            return reader.mark(index..<(reader.base.says(TaskWords.lengthTails, next) ?? next), .length, &hidden)
        }
        if found.minutes == nil { findLoneHour() }
    }

    /// Reads a length in minutes. Of "30 to 45 min" the greater one counts.
    private func length(at index: Int) -> (minutes: Int, next: Int)? {
        let scanner = base.scanner
        // Numbers of four digits are none for the reader of times.
        if let number = scanner.token(index)?.number, number > 1_000, let (unit, next) = scanner.find(.unit, index + 1),
            unit.value == "minutes"
        {
            return (number, next)
        }
        if let (_, afterNumber) = scanner.number(at: index),
            let to = scanner.joint(at: afterNumber) ?? (scanner.isSign("-", afterNumber) ? afterNumber + 1 : nil),
            let (span, next) = scanner.span(at: to), let minutes = valid(span)
        {
            return (minutes, next)
        }
        let broken = index > 0 && Self.isBuying(scanner.word(index - 1)) ? nil : brokenHour(at: index)
        guard let (span, next) = scanner.span(at: index) ?? broken, let minutes = valid(span) else { return nil }
        return (minutes, next)
    }

    private func valid(_ span: Span) -> Int? {
        guard span.days == 0, let minutes = span.minutes, minutes <= 10_080 else { return nil }
        return minutes
    }

    /// Reads `ساعة ونص`. Alone, `ساعة` can be a watch.
    private func brokenHour(at index: Int) -> (span: Span, next: Int)? {
        guard let found = base.scanner.span(at: index, allowsOne: true), found.span.seconds >= 1_800 else { return nil }
        return found.span.seconds % 3_600 == 0 ? nil : found
    }

    /// Returns false for the length of another time: "every 2 hours", "2 hours ago", `بعد ساعتين`.
    private func isFree(_ index: Int, _ minutes: Int, _ next: Int) -> Bool {
        let scanner = base.scanner
        let isAfterOther = scanner.follows(.every, index) || scanner.follows(.agoBefore, index)
            || scanner.follows(.after, index) || scanner.follows(.within, index)
        return !isAfterOther && !scanner.has(.ago, next) && !scanner.isInner(["/"], index + 1)
    }

    /// Finds the hour of `النادي ساعة`, unless it is a watch: `اشتر ساعة`.
    private mutating func findLoneHour() {
        eachToken { reader, index, hidden in
            let scanner = reader.base.scanner
            guard reader.found.minutes == nil, index > 0, ["ساعة", "ساعه"].contains(scanner.word(index)),
                let (span, next) = scanner.span(at: index, allowsOne: true), reader.isFree(index, 60, next),
                !Self.isBuying(scanner.word(index - 1)), !scanner.has(.at, index)
            else { return nil }
            reader.found.minutes = span.minutes
            return reader.mark(index..<(reader.base.says(TaskWords.lengthTails, next) ?? next), .length, &hidden)
        }
    }

    /// Returns true for words of buying and repairing, after which an hour is a watch.
    private static func isBuying(_ word: String) -> Bool {
        ["اشتر", "شرا", "اشتري", "اصلح", "صلح", "تصليح", "اصلاح", "بيع", "ابيع"].contains { word.contains($0) }
    }

    // MARK: Pieces

    /// Finds "in sessions of 45 min", `على جلسات من ساعة إلى ساعتين`.
    mutating func findPieces() {
        eachToken { reader, index, hidden in
            guard reader.found.pieceMinutes == nil, let start = reader.base.says(TaskWords.pieces, index),
                let (range, next) = reader.pieceRange(at: start)
            else { return nil }
            reader.found.pieceMinutes = range
            return reader.mark(index..<next, .length, &hidden)
        }
    }

    private func pieceRange(at index: Int) -> (ClosedRange<Int>, Int)? {
        let scanner = base.scanner
        if let (number, next) = scanner.number(at: index), let to = scanner.joint(at: next),
            let (span, end) = scanner.span(at: to), let greatest = valid(span)
        {
            let least = span.seconds % 3_600 == 0 && number < 24 ? number * 60 : number
            return (min(least, greatest)...greatest, end)
        }
        guard let (first, next) = scanner.span(at: index, allowsOne: true), let least = valid(first) else { return nil }
        if let to = scanner.joint(at: next), let (second, end) = scanner.span(at: to, allowsOne: true),
            let greatest = valid(second)
        {
            return (min(least, greatest)...max(least, greatest), end)
        }
        return (least...least, next)
    }
}
