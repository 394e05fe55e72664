import CivilTime

// Single occurrences without their series (RFC 4791 §4.1), as in an invitation to one of them: each is edited
// alone.

extension SeriesEditor {
    var isDetached: Bool { !calendar.components.contains { $0.isMaster(of: uid) } }

    /// Changes the overrides at these indexes.
    ///
    /// - Throws: `.noOccurrence` if there is none.
    mutating func changeDetached(
        _ indexes: [Int], _ change: (inout Component) -> Void
    ) throws(EditingError) {
        guard !indexes.isEmpty else { throw .noOccurrence }
        for index in indexes {
            let before = calendar.components[index]
            change(&calendar.components[index])
            calendar.components[index].touch(now, comparedTo: before, isOrganizer: isOrganizer)
        }
    }

    /// Deletes the overrides at these indexes.
    ///
    /// - Throws: `.noOccurrence` if there is none, `.isFirstOccurrence` if no other would be left.
    mutating func deleteDetached(_ indexes: [Int]) throws(EditingError) {
        guard !indexes.isEmpty else { throw .noOccurrence }
        guard indexes.count < overrideIndexes().count else { throw .isFirstOccurrence }
        for index in indexes.reversed() { calendar.components.remove(at: index) }
    }

    func detached(at id: DateOrTime) -> [Int] {
        detached { own, clock in clock.identity(of: own) == clock.identity(of: id) }
    }

    func detached(from id: DateOrTime) -> [Int] {
        detached { own, clock in clock.key(of: own) >= clock.key(of: id) }
    }

    private func detached(_ isMeant: (DateOrTime, SeriesClock) -> Bool) -> [Int] {
        overrideIndexes().filter { index in
            calendar.components[index].recurrenceID.map { isMeant($0, clock($0)) } ?? false
        }
    }
}
