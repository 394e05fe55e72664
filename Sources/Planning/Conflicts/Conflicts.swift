package import Runtime
import Storage

// Events that clash with others or with prayers.
//
// - FindClashes.swift: the jobs of the worker. CompareChanges.swift: what changed, compared with the customer's time.
// - FoundConflicts.swift: the conflicts of events in some time. NotifyConflicts.swift: notices about those that open.
// - ShownConflict.swift: a conflict with its events and better times. TimesOfConflict.swift: times for its events.
// - AnswerConflict.swift: keep, move, take out.
// - ScanConflicts.swift: all conflicts of a customer, found again for an operator.
// - DraftClashes.swift: what an event would clash with before it is saved, and better times for it.

extension App {
    /// Ends conflicts whose events are over.
    ///
    /// - Returns: the number of them, at most `limit`.
    package func expireConflicts(limit: Int) throws -> Int {
        try store.expireConflicts(before: now(), limit: limit)
    }
}
