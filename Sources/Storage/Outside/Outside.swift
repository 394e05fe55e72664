// Calendars of others: addresses outside that are fetched, and the calendars that hold what came.
//
// - Sources.swift: `SourceRow`, an address, and the choice of the next fetch. SourceOutcomes.swift: what a fetch left.
// - Subscriptions.swift: `SubscriptionRow`, a calendar with its address. SubscriptionEntries.swift: its entries.
// - SourceCounts.swift: the numbers for operators.
//
// The service `OutsideCalendars` alone calls the statements that write. Events are written by `Calendars`.

import Postgres

extension Store {
    /// The channel that announces an address to fetch.
    public static let outsideChannel = "jadwal_outside"
}
