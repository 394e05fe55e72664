import CivilTime

// An object may hold single occurrences of a series without the series (RFC 4791 §4.1), as an invitation to one
// of them does: each is edited for itself.

extension SeriesEditor {
    var isDetached: Bool { !calendar.components.contains { $0.isMaster(of: uid) } }

    /// - Throws: `.noOccurrence` where there is none to be changed.
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

    /// - Throws: `.noOccurrence` where there is none to be deleted, `.isFirstOccurrence` where no other is left.
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
