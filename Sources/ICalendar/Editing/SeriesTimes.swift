import CivilTime

/// The starts of a series, for the editor: its times are read once, and all questions share a budget.
struct SeriesTimes {
    private let recurrence: RecurrenceSet
    private var budget = WorkBudget.standard

    init(_ master: Component, start: DateOrTime, _ zones: ZoneResolver) {
        // Values that cannot be read are ignored, as everywhere.
        var problems: [Problem] = []
        recurrence = RecurrenceSet(master, start: start, zones, &problems)
    }

    /// Returns the first wanted start between two keys.
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

    /// Returns true if the series has an occurrence at this time.
    mutating func has(_ id: DateOrTime) throws(EditingError) -> Bool {
        guard case .key(let key) = recurrence.clock.identity(of: id) else { return false }
        return try first(from: key, through: key) != nil
    }
}
