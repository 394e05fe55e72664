import CivilTime

/// The order of day, month and year in written dates.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
    case dmy, mdy, ymd

    /// Decides the order for all dates of a file.
    ///
    /// The order that makes a date of every stamp wins. Among several, the one in which time runs forward, then the
    /// one without days to come, then the one whose messages lie closer together, then the look of the stamps, then
    /// the preferred one.
    ///
    /// - Returns: nil if no order reads most of the stamps. `isGuessed` is true if only look or preference decided.
    static func decide(
        _ stamps: [ExportStamp], preferred: DateOrder?, lastDay: LocalDate?
    ) -> (order: DateOrder, isGuessed: Bool)? {
        var readings = allCases.map { Reading($0, stamps, lastDay: lastDay) }
        // A few lines of pasted text may look like heads; the many decide.
        guard let most = readings.map(\.days.count).max(), most * 2 > stamps.count else { return nil }
        readings.removeAll { $0.days.count < most }
        readings = readings.with(least: \.stepsBack)
        readings = readings.with(least: \.daysToCome)
        // A chat of three days read as three months is far more often the former.
        let spans = readings.map(\.span)
        if let least = spans.min(), readings[0].distinctDays >= 3 {
            readings.removeAll { $0.span > max(least * 4, 7) }
        }
        if readings.count == 1 { return (readings[0].order, false) }
        let look = stamps[0].look
        let ranked = [look, preferred, .dmy, .mdy, .ymd].compactMap(\.self)
        guard let order = ranked.first(where: { order in readings.contains { $0.order == order } }) else { return nil }
        // All messages of one day whose numbers are equal, such as 3/3/25, read alike in both orders.
        let isSame = readings.allSatisfy { $0.days == readings[0].days }
        return (order, !isSame)
    }

    private struct Reading {
        let order: DateOrder
        let days: [LocalDate]
        let stepsBack: Int
        let daysToCome: Int
        let span: Int
        let distinctDays: Int

        init(_ order: DateOrder, _ stamps: [ExportStamp], lastDay: LocalDate?) {
            self.order = order
            let days = stamps.compactMap { $0.time(order)?.date }
            self.days = days
            stepsBack = zip(days, days.dropFirst()).count { $0 > $1 }
            daysToCome = lastDay.map { last in days.count { $0 > last } } ?? 0
            span = days.isEmpty ? 0 : (days.max() ?? days[0]) - (days.min() ?? days[0])
            distinctDays = Set(days).count
        }
    }
}

private extension Array {
    func with(least value: (Element) -> Int) -> [Element] {
        guard let least = map(value).min() else { return self }
        return filter { value($0) == least }
    }
}
