import CivilTime

/// When a series begins again, for who edits it: its times are read once, and all questions share a budget.
struct SeriesTimes {
    private let recurrence: RecurrenceSet
    private var budget = WorkBudget.standard

    init(_ master: Component, start: DateOrTime, _ zones: ZoneResolver) {
        // What cannot be read says nothing of when, here as everywhere.
        var problems: [Problem] = []
        recurrence = RecurrenceSet(master, start: start, zones, &problems)
    }

    /// The first start between two keys that is wanted.
    mutating func first(
        from lower: Int, through upper: Int = .max, where isWanted: (RecurrenceStart) -> Bool = { _ in true }
    ) throws(EditingError) -> RecurrenceStart? {
        var starts = RecurrenceStarts(recurrence, from: lower, through: upper)
        do throws(RecurrenceError) {
            while let start = try starts.next(&budget) {
                if isWanted(start) { return start }
            }
            return nil
        } catch {
            throw .tooLong
        }
    }

    /// Whether the series has an occurrence then.
    mutating func has(_ id: DateOrTime) throws(EditingError) -> Bool {
        guard case .key(let key) = recurrence.clock.identity(of: id) else { return false }
        return try first(from: key, through: key) != nil
    }
}
