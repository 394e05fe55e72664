import Calendars
import CivilTime
import Runtime
import Storage

/// The way of an answer into the calendar of one customer.
///
/// A worker may die at each step. An entry is noted as unfinished before it is stored, so the next fetch stores it
/// again and loses none.
struct ApplyAnswer {
    let app: App
    let subscription: SubscriptionRow
    let answer: OutsideAnswer
    let digest: [UInt8]
    let host: String
    /// The day as YYYYMMDD, in UTC.
    let today: Int

    /// The days for which past entries stay that the source no longer shows.
    private static let pastDays = 90

    private var owner: CustomerID { subscription.owner }
    private var calendar: CalendarID { subscription.calendar }

    /// - Throws: `CalendarRefusal.noCalendar` if the calendar was deleted meanwhile.
    func run(_ customer: Customer) throws {
        let home = app.calendars(of: customer, by: .jadwal), store = try app.store
        let before = Dictionary(
            try store.subscriptionEntries(of: owner, calendar).map { ($0.uid, $0) },
            uniquingKeysWith: { first, _ in first })
        let renaming = Renaming(answer.entries, before)
        let entries = renaming.entries
        let changed = entries.filter { before[$0.uid]?.contentDigest != $0.digest }
        let hasChanged = try storeChanged(changed, home, store)
        let skipped = hasChanged ? try countMissing(entries, store) : subscription.skippedCount
        let uids = Set(entries.map(\.uid))
        let gone = before.values.filter { !uids.contains($0.uid) && !stays($0, entries) }.map(\.uid)
        try home.remove(foreign: gone, in: calendar, subscription.segment)
        try store.deleteSubscriptionEntries(gone, of: owner, calendar)
        try nameFirst(home)
        try store.noteApplied(
            digest, skipped: skipped, leftOut: answer.leftOutCount, isRenaming: renaming.isRenaming, in: calendar,
            of: owner)
    }

    /// - Returns: false if nothing has changed.
    private func storeChanged(_ changed: [OutsideEntry], _ home: CalendarHome, _ store: Store) throws -> Bool {
        guard !changed.isEmpty else { return false }
        try store.write(changed.map { $0.row(SubscriptionEntryRow.noDigest) }, of: owner, calendar)
        var options = ForeignOptions()
        options.withAlarms = subscription.withAlarms
        let file = home.read(foreign: answer.file(of: changed), options)
        _ = try home.store(foreign: file, in: subscription.segment)
        // Entries that cannot be read are not tried again until they change.
        try store.write(changed.map { $0.row($0.digest) }, of: owner, calendar)
        return true
    }

    /// Returns the number of entries that are not in the calendar.
    private func countMissing(_ entries: [OutsideEntry], _ store: Store) throws -> Int {
        entries.count - (try store.segments(ofUIDs: entries.map(\.uid), of: owner, calendar).count)
    }

    /// True for a past entry of a source that shows no past.
    private func stays(_ entry: SubscriptionEntryRow, _ entries: [OutsideEntry]) -> Bool {
        guard let day = entry.lastDay, day < today, let date = LocalDate(number: day),
            let now = LocalDate(number: today),
              now.daysSince1970 - date.daysSince1970 <= Self.pastDays
        else { return false }
        return !entries.contains { $0.lastDay.map { $0 < today } ?? false }
    }

    /// Gives a calendar that has only the name of its host the name of the answer.
    private func nameFirst(_ home: CalendarHome) throws {
        guard subscription.appliedDigest == nil, let name = answer.name else { return }
        let fit = String(String.UnicodeScalarView(name.unicodeScalars.filter { !$0.isUnfitForNames }.prefix(100)))
        try home.change(subscription.segment) { calendar in
            if calendar.displayName == host, !fit.isEmpty { calendar.displayName = fit }
            return []
        }
    }
}

extension OutsideEntry {
    fileprivate func row(_ digest: [UInt8]) -> SubscriptionEntryRow {
        SubscriptionEntryRow(uid: uid, contentDigest: digest, faceDigest: face, lastDay: lastDay)
    }
}

/// The entries of an answer under the identifiers that the calendar has for them.
///
/// Some servers give all entries new identifiers at each fetch. If more than four fifths of them are new, and have the
/// times and titles of stored entries, the old identifiers stay.
struct Renaming {
    let entries: [OutsideEntry]
    let isRenaming: Bool

    init(_ entries: [OutsideEntry], _ before: [String: SubscriptionEntryRow]) {
        let new = entries.filter { before[$0.uid] == nil }, uids = Set(entries.map(\.uid))
        guard !before.isEmpty, new.count * 5 > entries.count * 4 else {
            (self.entries, isRenaming) = (entries, false)
            return
        }
        var free = Dictionary(grouping: before.values.filter { !uids.contains($0.uid) }, by: \.faceDigest)
            .mapValues { $0.map(\.uid).sorted(by: >) }
        var old: [String: String] = [:]
        for entry in new {
            if let uid = free[entry.face]?.popLast() { old[entry.uid] = uid }
        }
        isRenaming = old.count * 5 > entries.count * 4
        self.entries = isRenaming ? entries.map { entry in old[entry.uid].map(entry.renamed) ?? entry } : entries
    }
}

extension LocalDate {
    /// Reads a day as YYYYMMDD.
    init?(number: Int) { self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100) }

    /// The day as YYYYMMDD.
    var number: Int { year * 10_000 + month * 100 + day }
}
